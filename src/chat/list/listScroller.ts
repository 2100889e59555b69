import { runLater } from '../../platform/timers';
import { isAtEnd } from '../../ui/isAtEnd';
import { findAnchor, offsetOf } from './anchor';

/** Interval between two changes of messages, in ms, below which the list scrolls instantly. */
export const BURST_INTERVAL = 100;

/**
 * Time without scroll or resize, in ms, after which rows may be added. Rows that are added during a
 * smooth scroll make Chromium scroll too far.
 */
const REST_DELAY = 100;
/** Time after the customer's last scroll event, in ms, after which the day fades. */
const FADE_DELAY = 1_500;

/** Maximum distance from the end, in px, at which the newest message is near; half of a low list. */
const FAR = 320;
/** Distance from the top of the list, in px, below which a day's heading sticks to the top. */
const STUCK = 9;

interface Events {
  /** Called when the customer has scrolled. @param isFar whether the newest message is far away */
  onFar: (isFar: boolean) => void;
  /** Called when the customer has scrolled back to the end. */
  onReturn: () => void;
  /** Returns a function that adds rows above the first one; undefined if there are no more rows. */
  getAddRows: () => (() => void) | undefined;
}

/**
 * Owns the scroll position of a reversed column, which counts from the column's end. So the browser
 * itself keeps the rows in view when rows above them come or grow.
 */
export class ListScroller {
  /** Whether the list scrolls to its end by itself. */
  private isFollowing = false;
  /** The last known position. A scroll event at this position is not the customer's. */
  private top = 0;
  /** The last row at the last change of messages, and the time of the change in ms. */
  private last: { row: Element; at: number } | undefined;
  /** The first row in view, if the list is at rest above its end. */
  private anchor: ReturnType<typeof findAnchor>;
  private size = { width: 0, height: 0 };
  /** Whether the list has not rested since its size changed. */
  private isResizing = false;
  /** When the list was last scrolled or resized, in ms. */
  private movedAt = 0;
  private cancelRest: (() => void) | undefined;
  private cancelFade: (() => void) | undefined;
  private readonly observer = new ResizeObserver(() => this.resized());

  /** @param list the element that scrolls; its only child holds the rows, in one element for each day */
  constructor(
    private readonly list: HTMLElement,
    private readonly events: Events,
  ) {
    for (const element of [list, ...list.children]) this.observer.observe(element);
    list.addEventListener('scroll', this.scrolled);
    list.dataset.scrolling = 'false';
  }

  stop(): void {
    this.cancelRest?.();
    this.cancelFade?.();
    this.observer.disconnect();
    this.list.removeEventListener('scroll', this.scrolled);
  }

  scrollToEnd(isInstant = false): void {
    const isStill = isInstant || matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.list.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' });
  }

  /** Scrolls to the end after a change of messages. A newly filled list is already there. */
  follow(): void {
    const row = this.list.firstElementChild?.lastElementChild?.lastElementChild;
    if (!row) return;
    const { row: before = row, at = Infinity } = this.last ?? {};
    this.last = { row, at: performance.now() };
    const isBurst = this.last.at - at < BURST_INTERVAL;
    // The browser keeps a list at its end. Reading its position here would cost a layout.
    if (isBurst && this.top > -1) return;
    this.isFollowing = true;
    // The new rows are laid out already: a smooth scroll begins where the list was before them.
    const growth = () => row.getBoundingClientRect().bottom - before.getBoundingClientRect().bottom;
    if (!isBurst && before.isConnected) this.list.scrollTop -= growth();
    this.top = this.list.scrollTop;
    this.scrollToEnd(isBurst);
  }

  private move(distance: number): void {
    this.list.scrollTop += distance;
    this.top = this.list.scrollTop;
  }

  private readonly scrolled = () => {
    const top = this.list.scrollTop;
    const isAway = top < this.top;
    if (!isAway && !this.isFollowing && isAtEnd(this.list)) this.events.onReturn();
    // After a resize, WebKit and Firefox also move the list themselves.
    if (top !== this.top && !this.isResizing) this.anchor = undefined;
    this.top = top;
    if (isAway || top > -1) this.isFollowing = false;
    this.waitForRest();
    if (this.isFollowing) return;
    this.inspect();
    this.events.onFar(-top > Math.min(FAR, this.list.clientHeight / 2));
    if (this.list.dataset.scrolling === 'false' && isAtEnd(this.list)) return;
    this.list.dataset.scrolling = 'true';
    this.cancelFade?.();
    this.cancelFade = runLater(FADE_DELAY, () => void (this.list.dataset.scrolling = 'false'));
  };

  private resized(): void {
    const { clientWidth: width, clientHeight } = this.list;
    const growth = clientHeight - this.size.height;
    if (width !== this.size.width && this.anchor?.row.isConnected) {
      this.move(offsetOf(this.anchor, this.list));
    } else if (growth > 0 && this.isFollowing) {
      // The composer empties with the new row. Without this, the rows would move down with the end.
      this.move(growth);
      this.scrollToEnd();
    }
    this.size = { width, height: clientHeight };
    this.isResizing = true;
    // `checkRest` inspects: here, the fade of a heading would delay the paint of a history.
    this.waitForRest();
  }

  /** Marks the headings that stick to the top of the list. Requests images near the viewport. */
  private inspect(): void {
    const { top, bottom, height } = this.list.getBoundingClientRect();
    for (const heading of this.list.querySelectorAll('h2'))
      heading.toggleAttribute('data-stuck', heading.getBoundingClientRect().top < top + STUCK);
    // A lazy image inside a scroller is requested only when it is in view.
    for (const image of this.list.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) {
      const box = image.getBoundingClientRect();
      if (box.bottom > top - height && box.top < bottom + height) image.loading = 'eager';
    }
  }

  private waitForRest(): void {
    this.movedAt = performance.now();
    this.cancelRest ??= runLater(REST_DELAY, this.checkRest);
  }

  /** Acts once the list rests. One timer waits again, instead of a new one in each frame. */
  private readonly checkRest = () => {
    const { movedAt } = this;
    const left = Math.ceil(movedAt + REST_DELAY - performance.now());
    this.cancelRest = left > 0 ? runLater(left, this.checkRest) : undefined;
    // After a change of width that is not reported yet, the rows have moved already.
    if (left > 0 || this.list.clientWidth !== this.size.width) return;
    this.inspect();
    this.isResizing = false;
    this.anchor = isAtEnd(this.list) ? undefined : findAnchor(this.list);
    // On a busy page, the timer can precede scroll events that are due. Frames report them first.
    // An unneeded frame would delay the paint of a message that arrives just then.
    if (this.getRestAction())
      requestAnimationFrame(() => movedAt === this.movedAt && this.getRestAction()?.());
  };

  private getRestAction(): (() => void) | undefined {
    const { scrollHeight, clientHeight, scrollTop } = this.list;
    // Chromium can drop a smooth scroll that begins while the previous one ends.
    if (this.isFollowing && !isAtEnd(this.list)) return () => this.scrollToEnd(true);
    const isNearFirst = scrollHeight - clientHeight + scrollTop < 2 * clientHeight;
    return isNearFirst ? this.events.getAddRows() : undefined;
  }
}
