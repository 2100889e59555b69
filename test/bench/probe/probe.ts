import type { ChatMessage } from '../../provider/message';
import { pause, rest } from './afterFrame';
import { arrivalOf, watchSockets } from './arrivals';
import { feed, startFeeding, stopFeeding } from './feed';
import { firstSight, watchFirstSight } from './firstSight';
import { watchFrames, type Smoothness } from './frames';
import { handedOver, historyShown, parseCost, watchHistory } from './history';
import { nextKey } from './keys';
import { countNodes } from './nodes';
import { watchScrolling, type Scrolled } from './scrolling';
import { settled } from './settled';
import { whenShown } from './shown';

let expected: Promise<number> = Promise.resolve(NaN);
let scrolled: Promise<Scrolled> | undefined;
let stopWatching: (() => Smoothness) | undefined;

/** What is injected into each page before its own scripts. */
const probe = {
  rest,
  pause,
  feed,
  startFeeding,
  stopFeeding,
  countNodes,
  parseCost,
  handedOver,
  firstSight,
  /** From now on waits for the history to be shown. */
  expectHistory: (mark: string) => void (expected = historyShown(mark)),
  /** From now on waits for a message to be shown. @returns when the list is still, at a place between frames */
  expectMessage: async (mark: string, phase: number) => {
    await settled();
    expected = whenShown(mark, 0.01).then((shown) => shown - arrivalOf(mark));
    await pause(phase);
  },
  /** Milliseconds from the arrival of what was expected to its paint. */
  shown: () => expected,
  expectKey: (phase: number) => {
    expected = nextKey();
    return pause(phase);
  },
  startWatching: () => void (stopWatching = watchFrames()),
  stopWatching: () => stopWatching?.(),
  startScrolling: (first: string, speed: number) => void (scrolled = watchScrolling(first, speed)),
  scrolled: () => scrolled,
};

declare global {
  interface Window {
    probe: typeof probe;
    /** Gives a reference page a live message. */
    feed?: (message: ChatMessage) => void;
  }
}

window.probe = probe;
watchSockets();
watchHistory();
watchFirstSight();
