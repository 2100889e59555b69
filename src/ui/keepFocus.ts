import type { PointerEvent } from 'react';

/** Handles `pointerdown` on a button: the focus stays in the input, so a phone's keyboard stays open. */
export const keepFocus = (event: PointerEvent): void => {
  event.preventDefault();
};
