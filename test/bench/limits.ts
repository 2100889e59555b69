import { CPUS, type Figure, type Results, type Subject } from './figures';

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

/** A value that must not exceed a maximum. NaN: it was not measured. */
export interface Limit {
  readonly label: string;
  readonly value: number;
  readonly maximum: number;
}

/** Divides, unless the difference is noise: a slightly larger numerator counts as equal. */
const ratio = (a: number, b: number, noise = 0): number => (a >= b && a - b <= noise ? 1 : a / b);

/** Returns the limits of the app. Every value is the median of the rounds. */
export function limitsOf(results: Results): Limit[] {
  const limits: Limit[] = [];
  for (const cpu of CPUS) {
    const of = (subject: Subject) => (figure: Figure) => results.median(subject, cpu, figure);
    const [app, virtua, staticPage] = [of('app'), of('virtua'), of('static')];
    const best = (figure: Figure, subjects: Subject[] = ['virtua', 'plain', 'vanilla']) =>
      Math.min(...subjects.map((subject) => of(subject)(figure)).filter((value) => value >= 0));
    const atMost = (label: string, value: number, maximum: number) =>
      limits.push({ label: `${label}, ${cpu}x`, value, maximum });

    const [history, live] = [app('history10000'), app('live10000P50')];
    atMost('history of 10,000 / best reference', ratio(history, best('history10000')), 1.25);
    atMost('history of 10,000 / of 100', ratio(history, app('history100'), HISTORY_NOISE), 1.5);
    atMost('live message, 10,000 in the list, p50', live, FRAMES_2);
    atMost('live message, 10,000 in the list, p99', app('live10000P99'), FRAMES_3);
    const bestLive = best('live10000P50');
    atMost('live message / best reference', ratio(live, bestLive, FRAME_ALIGNED_NOISE), 1.25);
    const live100 = app('live100P50');
    atMost(
      'live message, 10,000 / 100 in the list',
      ratio(live, live100, FRAME_ALIGNED_NOISE),
      1.15,
    );
    atMost('1,000 messages in 1 s: longest task', app('burstTask'), LONG_TASK);
    const dropped = virtua('burstDropped') + DROPPED_FRAMES_NOISE;
    atMost('1,000 messages in 1 s: dropped frames', app('burstDropped'), dropped);
    atMost('1,000 messages in 1 s: last one painted', app('burstLast'), 100);
    atMost('wheel to the top: frames with a gap', app('wheelBlank'), 0);
    atMost('wheel to the top: frames with a jump', app('wheelJumped'), 0);
    atMost('Page Up to the top: frames with a gap', app('pageUpBlank'), 0);
    atMost('Page Up to the top: frames with a jump', app('pageUpJumped'), 0);
    if (cpu === 1) {
      atMost('history of 100,000 / of 10,000', app('history100000') / history, 3);
      atMost('wheel to the top: dropped frames, %', app('wheelDropped'), 1);
      atMost('Page Up to the top: dropped frames, %', app('pageUpDropped'), 1);
      atMost('key press, p99', app('quietKeyP99'), FRAMES_2);
      atMost('key press during live messages, p99', app('busyKeyP99'), FRAMES_2);
      const bestHeap = best('heap', ['virtua', 'plain']);
      atMost('heap / best React reference', app('heap') / bestHeap, 1.6);
      atMost('DOM nodes, 10,000 in the list', app('nodes'), MAX_NODES);
      atMost('DOM nodes after 3,600 live messages', app('hourNodes'), MAX_NODES);
      atMost('heap after 3,600 live / opened', app('hourHeap') / app('openedHeap'), 1.25);
    } else {
      const [key, bestKey] = [app('quietKeyP50'), best('quietKeyP50')];
      atMost('key press / best reference, p50', ratio(key, bestKey, FRAME_ALIGNED_NOISE), 1);
      atMost('refetch of 10,000: longest task', app('refetchTask'), LONG_TASK);
      const grown = ratio(app('grownTask'), virtua('grownTask'), LONG_TASK);
      atMost('refetch and a new one: longest task / virtua', grown, 2.5);
      const paint = staticPage('loginPaint');
      atMost('slow 4G: login / static HTML', app('loginPaint') / paint, 1.15);
      atMost('slow 4G: signed-in chat / static HTML', app('chatPaint') / paint, 1.15);
      atMost('slow 4G: frames that show the login', app('loginFrames'), 0);
      const requested = app('historyRequested');
      atMost('slow 4G: history requested before React', requested, app('reactRendered'));
      atMost('slow 4G: history requested before chat.js', requested, app('chatScriptLoaded'));
    }
  }
  return limits;
}
