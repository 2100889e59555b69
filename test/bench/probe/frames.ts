/** Duration of a frame at 60 Hz, in ms. */
const FRAME = 1000 / 60;

export interface FrameStats {
  /** Number of frames, dropped ones included. */
  frames: number;
  dropped: number;
  /** Duration of the longest task, in ms; 0 when no task took more than 50 ms. */
  longestTask: number;
}

/** Starts to count frames and long tasks. @returns stops and returns the counts */
export function observeFrames(): () => FrameStats {
  const times: number[] = [];
  const tasks: number[] = [];
  let frame = requestAnimationFrame(function record(time) {
    times.push(time);
    frame = requestAnimationFrame(record);
  });
  const keep = (list: PerformanceEntry[]) => tasks.push(...list.map(({ duration }) => duration));
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: 'longtask' });
  return () => {
    cancelAnimationFrame(frame);
    keep(observer.takeRecords());
    observer.disconnect();
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
    const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME) - 1), 0);
    return { frames: times.length + dropped, dropped, longestTask: Math.max(0, ...tasks) };
  };
}
