import { readFileSync } from 'node:fs';
import { until } from '../time/until';
import type { Desktop } from './desktop';

/** A text that the voice has begun to say, and the process that says it. */
interface Speech {
  pid: string;
  text: string;
}

/** Returns what the voice has said since the start. The last line may be half written. */
export const speechIn = (log: string): Speech[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [pid = '', ...words] = line.split(' ');
      return { pid, text: words.join(' ') };
    });

/** The names of keys, which the screen reader says when they are pressed. */
const KEY = /^(return|up|down|left shift|left control|[a-z0-9]|space)$/i;

/**
 * Duration of silence, in ms, after which speech is over. Nothing tells that a screen reader has no
 * more to say. So this is the only wait for a time in the suite.
 */
const SILENCE = 1_500;

/** How long speech may take, in ms. */
const SPEECH_TIMEOUT = 60_000;

/** Returns the fields of a process that follow its name (`man 5 proc_pid_stat`); [] after its end. */
function fieldsOf(pid: number | string): string[] {
  try {
    return (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
  } catch {
    return [];
  }
}

/** Returns whether a process runs. One whose parent has not noticed its end has the state Z. */
const isRunning = (pid: string) => !['Z', undefined].includes(fieldsOf(pid)[0]);

/** Hears what the screen reader says. */
export class Listener {
  constructor(private readonly desktop: Desktop) {}

  /**
   * Does something in silence, and waits until the screen reader has said what it says about it.
   * @param expected a text to wait for, before the silence that ends the speech
   * @returns what was said, without the names of pressed keys
   * @throws Error if no text matches
   */
  async hear(act: () => unknown, expected?: RegExp): Promise<string[]> {
    await this.#untilSilent();
    const position = this.#speech().length;
    await act();
    const said = () =>
      this.#speech()
        .slice(position)
        .map(({ text }) => text.replace(/(?<!\.)\.$/, ''))
        .filter((text) => text !== '' && !KEY.test(text));
    const isSaid = () => !expected || said().some((text) => expected.test(text));
    if (!(await until(isSaid, { timeout: SPEECH_TIMEOUT, interval: 50 })))
      throw new Error(`The screen reader does not say ${String(expected)}.`);
    await this.#untilSilent();
    return said();
  }

  #speech(): Speech[] {
    return speechIn(this.desktop.speechLog);
  }

  /** Waits until nothing has been said for a while, and the screen reader has had nothing to do. */
  async #untilSilent(): Promise<void> {
    let state = '';
    let since = Date.now();
    const isSilent = () => {
      const speech = this.#speech();
      const isSpeaking = isRunning(speech.at(-1)?.pid ?? 'none');
      // The time that the screen reader has used the processor, in clock ticks.
      const time = fieldsOf(this.desktop.reader).slice(11, 13);
      const current = `${speech.length} ${time.join()} ${isSpeaking ? Date.now() : ''}`;
      if (current !== state) [state, since] = [current, Date.now()];
      return Date.now() - since >= SILENCE;
    };
    if (!(await until(isSilent, { timeout: SPEECH_TIMEOUT, interval: 50 })))
      throw new Error('The screen reader does not stop speaking.');
  }
}
