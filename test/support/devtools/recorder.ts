import type {
  Store,
  StoreEnhancer,
  StoreEnhancerStoreCreator,
  UnknownAction,
} from '@reduxjs/toolkit';

/** What Redux DevTools would show for one action. */
export interface Step {
  action: UnknownAction;
  /** The state after the action. */
  state: unknown;
  /** Whether action and state consist of plain objects, arrays and primitive values only. */
  isPlain: boolean;
}

/**
 * Takes the place of the Redux DevTools extension. Redux Toolkit looks for the extension when its
 * module is loaded, so call this before.
 *
 * Playwright runs the function's source in a page, so it may use nothing from outside.
 * @param target the global object
 * @returns the steps of every store created from now on, also kept as `target.devtoolsSteps`, and a
 *   function that replaces the state of the last store without its middleware
 */
export function installRecorder(target: object = window) {
  const devtoolsSteps: Step[] = [];
  let last: Store | undefined;
  const isPlain = (value: unknown): boolean => {
    if (typeof value !== 'object') {
      return ['string', 'number', 'boolean', 'undefined'].includes(typeof value);
    }
    if (value === null) return true;
    const hasPlainType = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
    return hasPlainType && Object.values(value).every(isPlain);
  };
  const record: StoreEnhancer = (createStore) => (reducer, preloadedState) => {
    const store = createStore((...[state, action]: Parameters<typeof reducer>) => {
      const { jumped } = action as { jumped?: ReturnType<typeof reducer> };
      if (jumped) return jumped;
      const next = reducer(state, action);
      devtoolsSteps.push({ action, state: next, isPlain: isPlain([action, next]) });
      return next;
    }, preloadedState);
    last = store;
    return store;
  };
  const compose =
    (...enhancers: StoreEnhancer[]) =>
    (createStore: StoreEnhancerStoreCreator) =>
      enhancers.reduceRight((create, enhancer) => enhancer(create), record(createStore));
  Object.assign(target, { devtoolsSteps, __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: () => compose });
  return {
    steps: devtoolsSteps,
    jump: (jumped: unknown) => {
      last?.dispatch({ type: 'jumped', jumped });
    },
  };
}
