/** Interval between two changes of messages, in ms, below which the list scrolls instantly. */
export const BURST_INTERVAL = 100;

export interface ScrollPosition {
  isAtBottom: boolean;
  /** True while the list scrolls smoothly to its bottom. */
  isSmooth: boolean;
  /** Last known `scrollTop`; a smaller one means that the user scrolled up. */
  lastTop: number;
  /** Time of the last change of messages, in ms; null until the list is first filled. */
  changedAt: number | null;
}

export const initialPosition: ScrollPosition = {
  isAtBottom: true,
  isSmooth: false,
  lastTop: 0,
  changedAt: null,
};

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Records a scroll event. Only scrolling up leaves the bottom; content that grows does not.
 * @param isEnd whether the end of the rendered rows is in view
 * @param isEndRendered whether the last message is rendered
 */
export function recordScroll(
  position: ScrollPosition,
  scrollTop: number,
  isEnd: boolean,
  isEndRendered: boolean,
): void {
  const isUp = scrollTop < position.lastTop;
  position.isAtBottom = isEnd ? isEndRendered : position.isAtBottom && !isUp;
  position.isSmooth = position.isSmooth && !isEnd && !isUp;
  position.lastTop = scrollTop;
}

function scrollToBottom(position: ScrollPosition, list: HTMLElement, isSmooth: boolean) {
  position.isAtBottom = true;
  position.isSmooth = isSmooth;
  list.scrollTo({ top: list.scrollHeight, behavior: isSmooth ? 'smooth' : 'instant' });
  // Removing rows above lowers `scrollTop`, which must not count as scrolling up.
  position.lastTop = list.scrollTop;
}

/** Scrolls to the bottom after a change of messages: smoothly, except at first and in a burst. */
export function followMessages(position: ScrollPosition, list: HTMLElement, now: number): void {
  const isBurst = position.changedAt === null || now - position.changedAt < BURST_INTERVAL;
  position.changedAt = now;
  scrollToBottom(position, list, !isBurst && !prefersReducedMotion());
}

/** Keeps a list at its bottom after a resize of the list or of its content. */
export function stayAtBottom(position: ScrollPosition, list: HTMLElement): void {
  if (position.isAtBottom) scrollToBottom(position, list, position.isSmooth);
}
