/** Returns whether a reversed column, which scrolls from its end, is at its end. */
export const isAtEnd = (element: Element): boolean => element.scrollTop >= -1;
