import { readFileSync } from 'node:fs';
import { until } from '../time/until';
import type { Desktop } from './desktop';

/** A line of the log that the voice writes: the beginning of a text, or its end. */
export type SpeechEvent = { text: string } | { end: true };

/** Returns what the voice has done since the start. The last line may be half written. */
export const speechEvents = (log: string): SpeechEvent[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as SpeechEvent);

/** The names of keys, which the screen reader says when they are pressed. */
const KEY = /^(return|up|down|left shift|left control|[a-z0-9]|space)$/i;

/**
 * Duration of silence, in ms, after which speech is over. Nothing tells that a screen reader has no
 * more to say. So this is the only wait for a time in the suite.
 */
const SILENCE = 1_500;

/** How long speech may take, in ms. */
const SPEECH_TIMEOUT = 60_000;

/** Returns the time that a process has used the processor, in clock ticks (`man 5 proc_pid_stat`). */
function processorTime(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
  const [user, system] = afterName.split(' ').slice(11, 13);
  return Number(user) + Number(system);
}

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
    const position = this.#events().length;
    await act();
    const said = () =>
      this.#events()
        .slice(position)
        .filter((event) => 'text' in event)
        .map(({ text }) => text.replace(/(?<!\.)\.$/, ''))
        .filter((text) => text !== '' && !KEY.test(text));
    const isSaid = () => !expected || said().some((text) => expected.test(text));
    if (!(await until(isSaid, { timeout: SPEECH_TIMEOUT, interval: 50 })))
      throw new Error(`The screen reader does not say ${String(expected)}.`);
    await this.#untilSilent();
    return said();
  }

  #events(): SpeechEvent[] {
    return speechEvents(this.desktop.speechLog);
  }

  /** Waits until nothing has been said for a while, and the screen reader has had nothing to do. */
  async #untilSilent(): Promise<void> {
    let state = '';
    let since = Date.now();
    const isSilent = () => {
      const events = this.#events();
      const isSpeaking = 'text' in (events.at(-1) ?? {});
      const time = processorTime(this.desktop.reader);
      const current = `${events.length} ${time} ${isSpeaking ? Date.now() : ''}`;
      if (current !== state) [state, since] = [current, Date.now()];
      return Date.now() - since >= SILENCE;
    };
    if (!(await until(isSilent, { timeout: SPEECH_TIMEOUT, interval: 50 })))
      throw new Error('The screen reader does not stop speaking.');
  }
}
