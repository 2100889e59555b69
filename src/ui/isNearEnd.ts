/** Returns whether the end of a reversed column is in view, or at most `distance` px below. */
export const isNearEnd = (element: Element, distance = 1): boolean =>
  -element.scrollTop <= distance;
