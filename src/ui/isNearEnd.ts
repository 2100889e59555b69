/** Returns whether the end of a scrolling element is in view, or at most `distance` px below. */
export const isNearEnd = (element: Element, distance = 1): boolean =>
  element.scrollHeight - element.scrollTop - element.clientHeight <= distance;
