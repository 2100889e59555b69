import type {
  Store,
  StoreEnhancer,
  StoreEnhancerStoreCreator,
  UnknownAction,
} from '@reduxjs/toolkit';

/** What Redux DevTools would show for one action. */
interface Step {
  action: UnknownAction;
  /** The state after the action. */
  state: unknown;
}

const steps: Step[] = [];
let last: Store | undefined;

const record: StoreEnhancer = (createStore) => (reducer, preloadedState) => {
  const store = createStore((...[state, action]: Parameters<typeof reducer>) => {
    const { jumped } = action as { jumped?: ReturnType<typeof reducer> };
    if (jumped) return jumped;
    const next = reducer(state, action);
    steps.push({ action, state: next });
    return next;
  }, preloadedState);
  last = store;
  return store;
};

/** Takes the place of the Redux DevTools extension. */
const compose =
  (...enhancers: StoreEnhancer[]) =>
  (createStore: StoreEnhancerStoreCreator) =>
    enhancers.reduceRight((create, enhancer) => enhancer(create), record(createStore));

// Redux Toolkit looks for the extension when its module is loaded: import this module first.
const page = typeof window === 'undefined' ? {} : window;
Object.assign(page, { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: () => compose });
Object.assign(globalThis, { window: page });

/** Replaces the state of the last store, as Redux DevTools do when they jump to an action. */
export function jump(jumped: unknown): void {
  last?.dispatch({ type: 'jumped', jumped });
}

/** Records what Redux DevTools would show, for each test. @returns reads the running test's steps */
export function recordEachTest(): () => readonly Step[] {
  beforeEach(() => {
    steps.length = 0;
  });
  return () => steps;
}
