import type { ImageSize } from '../../platform/measureImage';
import { runLater } from '../../platform/timers';

/** Maximum thumbnails that load at a time. A message needs one of six HTTP/1.1 connections. */
const MAX_LOADING = 4;
/** Maximum time to load a thumbnail, in ms. */
const LOAD_TIMEOUT = 30_000;

/** The `start` functions of waiting and of loading thumbnails, in the order of rendering. */
const waiting = new Set<() => void>();
const loading = new Set<() => void>();

function loadNext() {
  while (loading.size < MAX_LOADING) {
    // The last one was rendered last, so it is probably in view.
    const start = [...waiting].at(-1);
    if (!start) return;
    waiting.delete(start);
    loading.add(start);
    start();
  }
}

/**
 * Loads an image, at most `MAX_LOADING` at a time.
 * @param onEnd called at most once, with the size in px, or undefined after an error or a timeout
 * @returns a function that cancels the request; `onEnd` is then not called
 */
export function loadImage(
  image: HTMLImageElement,
  url: string,
  onEnd: (size: ImageSize | undefined) => void,
): () => void {
  let cancelTimeout: (() => void) | undefined;
  const start = () => {
    image.src = url;
    cancelTimeout = runLater(LOAD_TIMEOUT, fail);
  };
  const end = () => {
    cancelTimeout?.();
    waiting.delete(start);
    loading.delete(start);
    image.removeEventListener('load', load);
    image.removeEventListener('error', fail);
    queueMicrotask(loadNext);
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
  waiting.add(start);
  // React renders several rows in one task, and the newest row comes last.
  queueMicrotask(loadNext);
  return cancel;
}
