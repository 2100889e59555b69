import { until } from '../time/until';
import { type Desktop, processorTime } from './desktop/desktop';
import type { Utterance } from './desktop/speechLog';

/**
 * Duration of silence, in ms, after which speech is over. Nothing tells that a screen reader has no
 * more to say. So this is the only wait for a time in the suite.
 */
const SILENCE = 1_500;

/** How long speech may take, in ms. */
const SPEECH_TIMEOUT = 60_000;

/** Hears what the screen reader says. */
export class Listener {
  constructor(private readonly desktop: Desktop) {}

  /**
   * Waits until nothing has been said for a while, and the screen reader has had nothing to do.
   * @throws Error if speech does not end
   */
  async untilSilent(): Promise<void> {
    const { speech, reader } = this.desktop;
    let state = '';
    let since = Date.now();
    const isSilent = () => {
      const events = speech.events();
      const isSpeaking = events.at(-1)?.kind === 'begin';
      const current = `${events.length} ${processorTime(reader)} ${isSpeaking ? Date.now() : ''}`;
      if (current !== state) {
        state = current;
        since = Date.now();
      }
      return Date.now() - since >= SILENCE;
    };
    if (!(await until(isSilent, { timeout: SPEECH_TIMEOUT, interval: 50 })))
      throw new Error('The screen reader does not stop speaking.');
  }

  /** Waits until the voice is saying something. @throws Error if it does not */
  async untilSaying(text: RegExp): Promise<void> {
    const isSaying = () => {
      const last = this.desktop.speech.events().at(-1);
      return last?.kind === 'begin' && text.test(last.text);
    };
    if (!(await until(isSaying, { timeout: SPEECH_TIMEOUT, interval: 20 })))
      throw new Error(`The screen reader does not say ${String(text)}.`);
  }

  /**
   * Does something in silence, and waits until the screen reader has said what it says about it.
   * @param expected a text to wait for, before the silence that ends the speech
   * @returns what was said
   * @throws Error if no text matches
   */
  async hear(act: () => unknown, expected?: RegExp): Promise<Utterance[]> {
    const { speech } = this.desktop;
    await this.untilSilent();
    const position = speech.events().length;
    await act();
    const isSaid = () => speech.since(position).some(({ text }) => expected?.test(text));
    if (expected && !(await until(isSaid, { timeout: SPEECH_TIMEOUT, interval: 50 })))
      throw new Error(`The screen reader does not say ${String(expected)}.`);
    await this.untilSilent();
    return speech.since(position);
  }
}
