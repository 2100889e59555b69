import type { ImageSize } from '../../platform/imageFiles';
import { isAtEnd } from '../../ui/isAtEnd';

/** Maximum width of a thumbnail, in px (S9). */
const MAX_WIDTH = 180;
/** Minimum width and height of the frame, in px: a target for a finger. */
const MIN_FRAME = 44;
/** Limits of the frame's proportions: width divided by height. */
const NARROWEST = 3 / 4;
const WIDEST = 3;

/** The size of an image until it is loaded, in px. The contract has no image sizes. */
export const UNKNOWN: ImageSize = { width: MAX_WIDTH, height: 240 };
/** The size of the text in place of a broken image, in px. */
export const BROKEN: ImageSize = { width: MAX_WIDTH, height: 64 };

/**
 * Returns the sizes of image and frame, in px. A narrow image is cropped; none is enlarged. `isLow`:
 * whether the time would hide the image.
 */
export function thumbnailOf({ width, height }: ImageSize) {
  const imageWidth = Math.min(MAX_WIDTH, width);
  const imageHeight = Math.min((height * imageWidth) / width, imageWidth / NARROWEST);
  return {
    image: { width: imageWidth, height: imageHeight },
    frame: {
      width: Math.max(MIN_FRAME, imageWidth),
      height: Math.max(MIN_FRAME, imageHeight, imageWidth / WIDEST),
    },
    isLow: imageHeight < MIN_FRAME,
  };
}

/**
 * Calls `resize` when the element is above the viewport, or the list is at its bottom. A change below
 * the viewport would move all rows in view.
 * @returns a function that cancels the call
 */
export function whenNoLayoutShift(element: Element, resize: () => void): () => void {
  const list = element.closest('[role=log]');
  const cancel = () => list?.removeEventListener('scroll', check);
  const check = () => {
    const view = list?.getBoundingClientRect();
    const { bottom } = element.getBoundingClientRect();
    if (list && view && !isAtEnd(list) && bottom > view.top) return;
    cancel();
    resize();
  };
  list?.addEventListener('scroll', check);
  check();
  return cancel;
}
