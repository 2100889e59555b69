/** Returns whether a reversed column is scrolled to its end, within 1 px. */
export const isAtEnd = (element: Element): boolean => element.scrollTop >= -1;
