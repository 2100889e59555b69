/**
 * Calls `run` after a delay in ms.
 * @returns a function that cancels the call
 */
export function runLater(delay: number, run: () => void): () => void {
  const timer = setTimeout(run, delay);
  return () => {
    clearTimeout(timer);
  };
}
