/**
 * Creates a clock for durations. The wall clock can be set back, and `performance.now` can omit a
 * device's sleep. So each step is the longer one of both.
 * @param wall returns milliseconds since 1970
 * @param monotonic returns milliseconds, and never goes back
 */
export function createUptime(wall: () => number, monotonic: () => number): () => number {
  let uptime = 0;
  let last = { wall: wall(), monotonic: monotonic() };
  return () => {
    const current = { wall: wall(), monotonic: monotonic() };
    uptime += Math.max(current.wall - last.wall, current.monotonic - last.monotonic);
    last = current;
    return uptime;
  };
}
