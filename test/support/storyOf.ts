import type { StoreEnhancer, StoreEnhancerStoreCreator, UnknownAction } from '@reduxjs/toolkit';

/** Everything that reached a reducer since the module was loaded, in order. */
const recorded: { action: UnknownAction; state: unknown }[] = [];

const record: StoreEnhancer = (createStore) => (reducer, preloaded) =>
  createStore((state, action) => {
    const next = reducer(state, action);
    recorded.push({ action, state: next });
    return next;
  }, preloaded);

/**
 * Stands where the extension of Redux DevTools puts itself. It is looked for when the store's code
 * is loaded, so this module has to be imported before it.
 */
Object.assign(globalThis, {
  window: {
    __REDUX_DEVTOOLS_EXTENSION_COMPOSE__:
      () =>
      (...enhancers: StoreEnhancer[]) =>
      (createStore: StoreEnhancerStoreCreator) =>
        enhancers.reduceRight((create, enhancer) => enhancer(create), record(createStore)),
  },
});

/** The story as DevTools would show it; begins anew with each test. */
export function storyOfEachTest(): () => { action: UnknownAction; state: unknown }[] {
  beforeEach(() => {
    recorded.length = 0;
  });
  return () => recorded;
}
