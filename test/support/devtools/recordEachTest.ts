import { installRecorder, type Step } from './recorder';

// Redux Toolkit looks for the extension when its module is loaded: import this module first.
const page = typeof window === 'undefined' ? {} : window;
const { steps, jump } = installRecorder(page);
Object.assign(globalThis, { window: page });

/** Shows another state, as Redux DevTools do when they jump to an action. */
export { jump };

/** Records what Redux DevTools would show, for each test. @returns reads the running test's steps */
export function recordEachTest(): () => readonly Step[] {
  beforeEach(() => {
    steps.length = 0;
  });
  return () => steps;
}
