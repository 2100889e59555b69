/** Resolves just after the next frame was painted. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    requestAnimationFrame(() => port2.postMessage(null));
  });
}

/** Resolves when the page has nothing left to do. */
export function rest(): Promise<void> {
  return new Promise((resolve) => {
    requestIdleCallback(() => requestIdleCallback(() => resolve()));
  });
}

/**
 * Waits for a frame and then for a part of the next, so that what follows is at a known distance
 * from the frames.
 * @param phase from 0 to 1
 */
export async function pause(phase: number): Promise<void> {
  await afterFrame();
  await afterFrame();
  await new Promise((resolve) => setTimeout(resolve, (phase * 1000) / 60));
}
