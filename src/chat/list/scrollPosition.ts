import { isNearEnd } from '../../ui/isNearEnd';

/** Interval between two changes of messages, in ms, below which the list scrolls instantly. */
export const BURST_INTERVAL = 100;

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Knows whether the list follows its bottom, and scrolls the list there. */
export class ScrollPosition {
  /** Whether a resize scrolls to the bottom. False after a scroll up, or into the space below. */
  followsBottom = true;
  /** Whether the list scrolls smoothly to its bottom. */
  isSmooth = false;
  /** Last known `scrollTop`, in px. A smaller one means that the customer scrolled up. */
  lastTop = 0;
  /** Last known width and height of the viewport, in px. */
  lastSize = { width: 0, height: 0 };
  /** Time of the last change of messages, in ms; null until the list is first filled. */
  changedAt: number | null = null;

  /** Records a scroll event. A resize is no scroll up: WebKit lowers `scrollTop` in its layout. */
  record(list: HTMLElement, isEndRendered: boolean): void {
    const { width, height } = this.lastSize;
    const isResize = list.clientWidth !== width || list.clientHeight !== height;
    const isUp = list.scrollTop < this.lastTop && !isResize;
    // The end of the list can also be the end of the space below its rows.
    const isEnd = isNearEnd(list);
    this.followsBottom = isEnd ? isEndRendered : this.followsBottom && !isUp;
    this.isSmooth = this.isSmooth && !isEnd && !isUp;
    this.#update(list);
  }

  /** Records a change of `scrollTop`, in px, that is not a scroll of the customer. */
  shift(change: number): void {
    this.lastTop += change;
  }

  /** Scrolls to the bottom after a change of messages: smoothly, except at first and in a burst. */
  scrollAfterChange(list: HTMLElement, now: number): void {
    const isBurst = this.changedAt === null || now - this.changedAt < BURST_INTERVAL;
    this.changedAt = now;
    this.#scrollToBottom(list, !isBurst && !prefersReducedMotion());
  }

  /** Scrolls to the bottom after a resize of the list or of its content, if `followsBottom`. */
  scrollAfterResize(list: HTMLElement): void {
    if (this.followsBottom) this.#scrollToBottom(list, this.isSmooth);
  }

  #scrollToBottom(list: HTMLElement, isSmooth: boolean) {
    this.followsBottom = true;
    this.isSmooth = isSmooth;
    list.scrollTo({ top: list.scrollHeight, behavior: isSmooth ? 'smooth' : 'instant' });
    // Removing rows above lowers `scrollTop`, which must not count as scrolling up.
    this.#update(list);
  }

  #update({ scrollTop, clientWidth, clientHeight }: HTMLElement) {
    this.lastTop = scrollTop;
    this.lastSize = { width: clientWidth, height: clientHeight };
  }
}
