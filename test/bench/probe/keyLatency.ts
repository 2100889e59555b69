import { afterFrame } from './afterFrame';

/** Waits for the next key press. @returns milliseconds from the press to the paint of the next frame */
export function nextKeyLatency(): Promise<number> {
  return new Promise((resolve) => {
    const onKey = ({ timeStamp }: KeyboardEvent) => {
      void afterFrame().then(() => resolve(performance.now() - timeStamp));
    };
    window.addEventListener('keydown', onKey, { capture: true, once: true });
  });
}
