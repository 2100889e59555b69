import { installRecorder, type Step } from './recorder';

// Redux Toolkit looks for the extension when its module is loaded: import this module first.
const window = {};
const steps = installRecorder(window);
Object.assign(globalThis, { window });

/** Records what Redux DevTools would show, for each test. @returns reads the running test's steps */
export function recordEachTest(): () => readonly Step[] {
  beforeEach(() => {
    steps.length = 0;
  });
  return () => steps;
}
