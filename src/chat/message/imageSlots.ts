/**
 * Maximum number of thumbnails that load at a time. Browsers open six HTTP/1.1 connections to a
 * host, and a message needs one.
 */
const MAX_LOADING = 4;

/** The thumbnails that wait. The last one was rendered last, so it is probably in view. */
const waiting: (() => void)[] = [];
let loading = 0;

function loadNext() {
  while (loading < MAX_LOADING) {
    const load = waiting.pop();
    if (!load) return;
    loading += 1;
    load();
  }
}

/**
 * Calls `load` when fewer than `MAX_LOADING` thumbnails load, at the earliest in a microtask.
 * @returns a function to call when the thumbnail has loaded or failed, or is no longer needed
 */
export function requestImageSlot(load: () => void): () => void {
  let release = () => {
    waiting.splice(waiting.indexOf(start), 1);
  };
  const start = () => {
    release = () => {
      loading -= 1;
      queueMicrotask(loadNext);
    };
    load();
  };
  waiting.push(start);
  // React renders several rows in one task, and the newest row comes last.
  queueMicrotask(loadNext);
  return () => {
    release();
    release = () => undefined;
  };
}
