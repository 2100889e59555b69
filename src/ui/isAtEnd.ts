/** Returns whether the end of a scrolling element is in view, to a pixel. */
export const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight <= 1;
