import { atMost, lowestMedianOf, medianOf, plus, ratio, type Limit } from './defineLimit';
import type { Cpu, Figure } from './figures';
import { REACT_REFERENCES, REFERENCES } from './subjects';

const app = (figure: Figure, cpu: Cpu) => medianOf('app', figure, cpu);
const best = (figure: Figure, cpu: Cpu) => lowestMedianOf(REFERENCES, figure, cpu);
const virtua = (figure: Figure, cpu: Cpu) => medianOf('virtua', figure, cpu);
const bestHeap = lowestMedianOf(REACT_REFERENCES, 'heap', 1);
const staticPaint = medianOf('static', 'loginPaint', 4);

/** Run-to-run noise of frame-aligned timings, in ms: an eighth of a frame. */
const FRAME_ALIGNED_NOISE = 2;
/** Run-to-run noise of a history, in ms: one frame, because its response arrives anywhere in a frame. */
const HISTORY_NOISE = 16.7;
/** Run-to-run noise of the frames that one page drops in a second. */
const DROPPED_FRAMES_NOISE = 2;
/** Durations of two and three frames at 60 Hz, in ms. */
const FRAMES_2 = 33.4;
const FRAMES_3 = 50.1;
/** Duration in ms above which browsers report a long task. */
const LONG_TASK = 50;
/** Maximum number of DOM nodes: fewer than 1,500. */
const MAX_NODES = 1_499;

/** Limits that hold at both CPU speeds. */
// prettier-ignore
const limitsAt = (cpu: Cpu): Limit[] => [
  ratio('history of 10,000 / best reference', cpu, app('history10000', cpu), best('history10000', cpu), 1.25),
  ratio('history of 10,000 / history of 100', cpu, app('history10000', cpu), app('history100', cpu), 1.5, HISTORY_NOISE),
  atMost('live message, 10,000 in the list, p50', cpu, app('live10000P50', cpu), FRAMES_2, 'ms'),
  atMost('live message, 10,000 in the list, p99', cpu, app('live10000P99', cpu), FRAMES_3, 'ms'),
  ratio('live message / best reference', cpu, app('live10000P50', cpu), best('live10000P50', cpu), 1.25, FRAME_ALIGNED_NOISE),
  ratio('live message, 10,000 / 100 in the list', cpu, app('live10000P50', cpu), app('live100P50', cpu), 1.15, FRAME_ALIGNED_NOISE),
  atMost('1,000 messages in 1 s: longest task', cpu, app('burstTask', cpu), LONG_TASK, 'ms'),
  atMost('1,000 messages in 1 s: dropped frames', cpu, app('burstDropped', cpu), plus(virtua('burstDropped', cpu), DROPPED_FRAMES_NOISE)),
  atMost('1,000 messages in 1 s: last one painted', cpu, app('burstLast', cpu), 100, 'ms'),
  atMost('wheel to the top: frames with a gap', cpu, app('wheelBlank', cpu), 0),
  atMost('wheel to the top: frames with a jump', cpu, app('wheelJumped', cpu), 0),
  atMost('Page Up to the top: frames with a gap', cpu, app('pageUpBlank', cpu), 0),
  atMost('Page Up to the top: frames with a jump', cpu, app('pageUpJumped', cpu), 0),
];

/** Limits of the app. Every value is the median of the rounds. */
// prettier-ignore
export const LIMITS: readonly Limit[] = [
  ...limitsAt(1),
  ...limitsAt(4),
  ratio('history of 100,000 / history of 10,000', 1, app('history100000', 1), app('history10000', 1), 3),
  atMost('wheel to the top: dropped frames', 1, app('wheelDropped', 1), 1, '%'),
  atMost('Page Up to the top: dropped frames', 1, app('pageUpDropped', 1), 1, '%'),
  atMost('key press, p99', 1, app('quietKeyP99', 1), FRAMES_2, 'ms'),
  ratio('key press / best reference, p50', 4, app('quietKeyP50', 4), best('quietKeyP50', 4), 1, FRAME_ALIGNED_NOISE),
  atMost('key press during live messages, p99', 1, app('busyKeyP99', 1), FRAMES_2, 'ms'),
  atMost('refetch of 10,000: longest task', 4, app('refetchTask', 4), LONG_TASK, 'ms'),
  ratio('refetch and a new one: longest task / virtua', 4, app('grownTask', 4), virtua('grownTask', 4), 2.5, LONG_TASK),
  ratio('heap / best React reference', 1, app('heap', 1), bestHeap, 1.6),
  atMost('DOM nodes, 10,000 in the list', 1, app('nodes', 1), MAX_NODES),
  atMost('DOM nodes after 3,600 live messages', 1, app('hourNodes', 1), MAX_NODES),
  ratio('heap after 3,600 live / opened with them', 1, app('hourHeap', 1), app('openedHeap', 1), 1.25),
  ratio('slow 4G: login / static HTML', 4, app('loginPaint', 4), staticPaint, 1.15),
  ratio('slow 4G: signed-in chat / static HTML', 4, app('chatPaint', 4), staticPaint, 1.15),
  atMost('slow 4G: frames that show the login', 4, app('loginFrames', 4), 0),
  atMost('slow 4G: history requested before React', 4, app('historyRequested', 4), app('reactRendered', 4), 'ms'),
  atMost('slow 4G: history requested before chat.js', 4, app('historyRequested', 4), app('chatScriptLoaded', 4), 'ms'),
];
