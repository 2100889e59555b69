import type { ImageSize } from '../../services/measureImage';
import { runLater } from '../../shared/timers';

/**
 * Maximum number of thumbnails that load at a time. Browsers open six HTTP/1.1 connections to a
 * host, and a message needs one.
 */
const MAX_LOADING = 4;
/** Maximum time to load a thumbnail, in ms. */
const LOAD_TIMEOUT = 30_000;

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
function requestSlot(load: () => void): () => void {
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

/**
 * Loads an image, at most `MAX_LOADING` at a time: images that never load would occupy all HTTP/1.1
 * connections to the host, and no message could be sent.
 * @param onEnd called at most once, with the size in px, or undefined after an error or a timeout;
 *   not called after a cancel
 * @returns a function that cancels the request
 */
export function loadImage(
  image: HTMLImageElement,
  url: string,
  onEnd: (size: ImageSize | undefined) => void,
): () => void {
  let cancelTimeout: (() => void) | undefined;
  const release = requestSlot(() => {
    image.src = url;
    cancelTimeout = runLater(LOAD_TIMEOUT, fail);
  });
  const end = () => {
    cancelTimeout?.();
    release();
    image.removeEventListener('load', load);
    image.removeEventListener('error', fail);
  };
  const cancel = () => {
    end();
    // Removing the element alone would not end the request.
    image.removeAttribute('src');
  };
  const load = () => {
    end();
    onEnd({ width: image.naturalWidth, height: image.naturalHeight });
  };
  const fail = () => {
    cancel();
    onEnd(undefined);
  };
  image.addEventListener('load', load);
  image.addEventListener('error', fail);
  return cancel;
}
