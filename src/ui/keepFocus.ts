import type { PointerEvent } from 'react';

/** Handles `pointerdown` on a button: keeps the focus in the input, so a keyboard stays open. */
export const keepFocus = (event: PointerEvent): void => event.preventDefault();
