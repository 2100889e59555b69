const FRAME = 1000 / 60;

/** What was seen of a page's frames and tasks for a while. */
export interface Smoothness {
  frames: number;
  dropped: number;
  /** The longest task in milliseconds; 0 where none took 50. */
  longestTask: number;
}

/** Watches frames and long tasks. @returns ends the watch */
export function watchFrames(): () => Smoothness {
  const times: number[] = [];
  const tasks: number[] = [];
  let frame = requestAnimationFrame(function note(time) {
    times.push(time);
    frame = requestAnimationFrame(note);
  });
  const keep = (list: PerformanceEntry[]) => tasks.push(...list.map(({ duration }) => duration));
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: 'longtask' });
  return () => {
    cancelAnimationFrame(frame);
    keep(observer.takeRecords());
    observer.disconnect();
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
    const dropped = steps.reduce((sum, step) => sum + Math.max(0, Math.round(step / FRAME) - 1), 0);
    return { frames: times.length + dropped, dropped, longestTask: Math.max(0, ...tasks) };
  };
}
