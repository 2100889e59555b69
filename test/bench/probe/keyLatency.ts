import { afterFrame } from './afterFrame';

/**
 * Measures each key press like `nextKeyLatency`.
 * @returns a function that stops and returns the ms
 */
export function observeKeys(): () => number[] {
  const latencies: number[] = [];
  const onKey = ({ timeStamp }: KeyboardEvent) => {
    void afterFrame().then(() => latencies.push(performance.now() - timeStamp));
  };
  window.addEventListener('keydown', onKey, { capture: true });
  return () => {
    window.removeEventListener('keydown', onKey, { capture: true });
    return latencies;
  };
}

/** Waits for the next key press. @returns milliseconds from the press to the paint of the next frame */
export function nextKeyLatency(): Promise<number> {
  return new Promise((resolve) => {
    const onKey = ({ timeStamp }: KeyboardEvent) => {
      void afterFrame().then(() => resolve(performance.now() - timeStamp));
    };
    window.addEventListener('keydown', onKey, { capture: true, once: true });
  });
}
