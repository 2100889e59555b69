import type { ChatMessage } from '../../stand-in/state/message';
import { waitForPhase, whenIdle } from './afterFrame';
import { arrivalOf, recordSocketMessages } from './arrivals';
import { countNodes } from './countNodes';
import { deliver, startDelivery, stopDelivery } from './deliverMessages';
import { observeFrames, type FrameStats } from './frames';
import { handoverTime, historyTime, parseTime, recordHistoryArrival } from './historyTiming';
import { nextKeyLatency } from './keyLatency';
import { observePageLoad, pageLoadTimings } from './pageLoad';
import { observeRefetch, type RefetchStats } from './refetch';
import { observeScrolling, type ScrollStats } from './scrolling';
import { whenPainted } from './whenPainted';
import { whenScrollEnds } from './whenScrollEnds';

let expected: Promise<number> = Promise.resolve(NaN);
let refetch: Promise<RefetchStats> | undefined;
let scrolling: Promise<ScrollStats> | undefined;
let stopFrames: (() => FrameStats) | undefined;

/** Injected into each page before its own scripts. `expect…` starts a timing, `expectedTime` ends it. */
const probe = {
  whenIdle,
  deliver,
  startDelivery,
  stopDelivery,
  countNodes,
  parseTime,
  handoverTime,
  pageLoadTimings,
  expectHistory: (lastMark: string) => void (expected = historyTime(lastMark)),
  /** @returns resolves when the list does not scroll, at `phase` between two frames */
  expectMessage: async (mark: string, phase: number) => {
    await whenScrollEnds();
    expected = whenPainted(mark, 0.01).then((paintedAt) => paintedAt - arrivalOf(mark));
    await waitForPhase(phase);
  },
  /** @returns resolves at `phase` between two frames */
  expectKey: (phase: number) => {
    expected = nextKeyLatency();
    return waitForPhase(phase);
  },
  /** Milliseconds from the arrival of what was expected last to its paint. */
  expectedTime: () => expected,
  startFrameStats: () => void (stopFrames = observeFrames()),
  stopFrameStats: () => stopFrames?.(),
  startRefetch: () => void (refetch = observeRefetch()),
  /** Resolves when the page has merged the refetched history. */
  refetchStats: () => refetch,
  startScrolling: (first: string, speed: number) =>
    void (scrolling = observeScrolling(first, speed)),
  /** Resolves when the first row is visible. */
  scrollStats: () => scrolling,
};

declare global {
  interface Window {
    probe: typeof probe;
    /** Adds a live message to a reference page that has no hub. */
    receiveMessage?: (message: ChatMessage) => void;
    /** Fetches the history of a reference page again. */
    refetchHistory?: () => void;
  }
}

window.probe = probe;
recordSocketMessages();
recordHistoryArrival();
observePageLoad();
