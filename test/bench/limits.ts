import type { Cpu, Figure } from './figures';
import { atMost, figureOf, lowestOf, plus, ratio, type Limit } from './limit';
import { REACT_REFERENCES, REFERENCES } from './subjects';

const app = (figure: Figure, cpu: Cpu) => figureOf('app', figure, cpu);
const best = (figure: Figure, cpu: Cpu) => lowestOf(REFERENCES, figure, cpu);
const virtua = (figure: Figure, cpu: Cpu) => figureOf('virtua', figure, cpu);
const bestHeap = lowestOf(REACT_REFERENCES, 'heap', 1);
const staticPaint = figureOf('static', 'loginPaint', 4);

/** Times that end with a frame vary by this much in ms, an eighth of it, from run to run of one page. */
const SAME = 2;
/** And a history, whose answer comes anywhere between two of them, by a whole frame. */
const SAME_HISTORY = 16.7;
/** Of the frames of a second the same page drops so many more or fewer. */
const SAME_DROPPED = 2;
const FRAMES_2 = 33.4;
const FRAMES_3 = 50.1;

/** What has to hold at both speeds of the CPU. */
// prettier-ignore
const atEachSpeed = (cpu: Cpu): Limit[] => [
  ratio('history of 10,000, to the best reference', cpu, app('history10000', cpu), best('history10000', cpu), 1.25),
  ratio('history of 10,000, to its own of 100', cpu, app('history10000', cpu), app('history100', cpu), 1.5, SAME_HISTORY),
  atMost('live message, 10,000 there, p50', cpu, app('live10000P50', cpu), FRAMES_2, 'ms'),
  atMost('live message, 10,000 there, p99', cpu, app('live10000P99', cpu), FRAMES_3, 'ms'),
  ratio('live message, to the best reference', cpu, app('live10000P50', cpu), best('live10000P50', cpu), 1.25, SAME),
  ratio('live message, to its own with 100 there', cpu, app('live10000P50', cpu), app('live100P50', cpu), 1.15, SAME),
  atMost('1,000 in a second: longest task', cpu, app('burstTask', cpu), 50, 'ms'),
  atMost('1,000 in a second: dropped frames', cpu, app('burstDropped', cpu), plus(virtua('burstDropped', cpu), SAME_DROPPED)),
  atMost('1,000 in a second: last one painted', cpu, app('burstLast', cpu), 100, 'ms'),
  atMost('wheel up: frames with a blank', cpu, app('wheelBlank', cpu), 0),
  atMost('wheel up: frames with a jump', cpu, app('wheelJumped', cpu), 0),
  atMost('Page Up: frames with a blank', cpu, app('pageUpBlank', cpu), 0),
  atMost('Page Up: frames with a jump', cpu, app('pageUpJumped', cpu), 0),
];

/** What the app is held to, each figure being the median over the rounds. */
// prettier-ignore
export const LIMITS: readonly Limit[] = [
  ...atEachSpeed(1),
  ...atEachSpeed(4),
  ratio('history of 100,000, to its own of 10,000', 1, app('history100000', 1), app('history10000', 1), 3),
  atMost('wheel up: dropped frames', 1, app('wheelDropped', 1), 1, '%'),
  atMost('Page Up: dropped frames', 1, app('pageUpDropped', 1), 1, '%'),
  atMost('key, p99', 1, app('quietKeyP99', 1), FRAMES_2, 'ms'),
  atMost('key while messages come, p99', 1, app('busyKeyP99', 1), FRAMES_2, 'ms'),
  ratio('heap, to the best React reference', 1, app('heap', 1), bestHeap, 1.6),
  atMost('nodes, 10,000 there', 1, app('nodes', 1), 1_499),
  atMost('nodes after an hour of messages', 1, app('hourNodes', 1), 1_499),
  ratio('heap after that hour, to one opened after it', 1, app('hourHeap', 1), app('openedHeap', 1), 1.25),
  ratio('slow 4G: login, to static HTML', 4, app('loginPaint', 4), staticPaint, 1.15),
  ratio('slow 4G: known customer, to static HTML', 4, app('chatPaint', 4), staticPaint, 1.15),
  atMost('slow 4G: known customer sees the login', 4, app('loginFrames', 4), 0, 'frames'),
  atMost('slow 4G: history asked before React renders', 4, app('historyLeft', 4), app('rendered', 4), 'ms'),
  atMost('slow 4G: history asked before the chat is there', 4, app('historyLeft', 4), app('chatArrived', 4), 'ms'),
];
