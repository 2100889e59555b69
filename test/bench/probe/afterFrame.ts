/** Resolves right after the next frame is painted. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    requestAnimationFrame(() => port2.postMessage(null));
  });
}

/** Resolves when the page is idle. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    requestIdleCallback(() => requestIdleCallback(() => resolve()));
  });
}

/**
 * Resolves at a known point between two frames.
 * @param phase the point as a share of a frame, from 0 to 1
 */
export async function waitForPhase(phase: number): Promise<void> {
  await afterFrame();
  await afterFrame();
  await new Promise((resolve) => setTimeout(resolve, (phase * 1000) / 60));
}
