import { instrument, type EnhancedStore } from '@redux-devtools/instrument';
import { compose, type StoreEnhancer } from 'redux';

/**
 * The browser extension's own time machine in the place where the extension puts it. It is looked
 * for when the store's code is loaded, so this module has to be imported first.
 */
Object.assign(window, {
  __REDUX_DEVTOOLS_EXTENSION_COMPOSE__:
    () =>
    (...enhancers: StoreEnhancer[]) =>
      compose(...enhancers, instrument()),
});

/** The store of all states and actions behind an app's store. */
export const timeMachineOf = (store: object) =>
  (store as EnhancedStore<unknown, { type: string }, object>).liftedStore;
