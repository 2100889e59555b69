import { instrument, type EnhancedStore } from '@redux-devtools/instrument';
import { compose, type StoreEnhancer } from 'redux';

// The extension's own store enhancer, in the place where the extension installs it. Redux Toolkit
// looks for it when its module is loaded: import this module first.
Object.assign(window, {
  __REDUX_DEVTOOLS_EXTENSION_COMPOSE__:
    () =>
    (...enhancers: StoreEnhancer[]) =>
      compose(...enhancers, instrument()),
});

/** The DevTools store that holds all actions and states of an app's store. */
export const timeMachineOf = (store: object) =>
  (store as EnhancedStore<unknown, { type: string }, object>).liftedStore;
