import { afterFrame } from './afterFrame';

/** Waits for the next key to be pressed. @returns milliseconds from the press to the frame after it */
export function nextKey(): Promise<number> {
  return new Promise((resolve) => {
    const onKey = ({ timeStamp }: KeyboardEvent) => {
      void afterFrame().then(() => resolve(performance.now() - timeStamp));
    };
    window.addEventListener('keydown', onKey, { capture: true, once: true });
  });
}
