import type { ImageSize } from '../../services/measureImage';
import { isAtEnd } from '../../ui/isAtEnd';

/** Maximum width of a thumbnail, in px (S9). */
const MAX_WIDTH = 180;
/** Minimum width and height of the frame, in px: a target for a finger. */
const MIN_FRAME = 44;
/** Limits of the frame's proportions: width divided by height. */
const NARROWEST = 3 / 4;
const WIDEST = 3;

/** The sizes of a thumbnail and of its frame, in px. */
export interface Thumbnail {
  image: ImageSize;
  frame: ImageSize;
}

/** A broken image has a frame only. */
export const BROKEN: Thumbnail = {
  image: { width: 0, height: 0 },
  frame: { width: MAX_WIDTH, height: 64 },
};

/**
 * Returns the thumbnail of an image. It is not enlarged. The part of a narrow image below the frame
 * is cropped; a wide image is whole.
 */
export function thumbnailOf({ width, height }: ImageSize): Thumbnail {
  const imageWidth = Math.min(MAX_WIDTH, width);
  const imageHeight = Math.min((height * imageWidth) / width, imageWidth / NARROWEST);
  return {
    image: { width: imageWidth, height: imageHeight },
    frame: {
      width: Math.max(MIN_FRAME, imageWidth),
      height: Math.max(MIN_FRAME, imageHeight, imageWidth / WIDEST),
    },
  };
}

/** Returns whether a change of the element's height moves nothing that the customer reads. */
function causesNoLayoutShift(element: Element, list: Element): boolean {
  const { top, bottom } = list.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  return isAtEnd(list) || box.bottom <= top || box.top >= bottom;
}

/**
 * Calls `resize` when a change of the element's height moves nothing that the customer reads: the
 * element is out of view, or the list is at its bottom and stays there.
 * @returns a function that cancels the call
 */
export function whenNoLayoutShift(element: Element, resize: () => void): () => void {
  const list = element.closest('[role=log]');
  if (!list || causesNoLayoutShift(element, list)) {
    resize();
    return () => undefined;
  }
  const check = () => {
    if (!causesNoLayoutShift(element, list)) return;
    cancel();
    resize();
  };
  const cancel = () => list.removeEventListener('scroll', check);
  list.addEventListener('scroll', check, { passive: true });
  return cancel;
}
