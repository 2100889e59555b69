import { readFileSync, statSync } from 'node:fs';
import { until } from '../time/until';
import { TIME_PER_CHARACTER, type Desktop } from './desktop';

/** The names of keys, which the screen reader says when they are pressed. */
const KEY = /^(return|up|down|left shift|left control|[a-z0-9]|space)$/i;

/**
 * Duration of silence, in ms, after which speech is over. Nothing tells that a screen reader has no
 * more to say. So this is the only wait for a time in the suite.
 */
const SILENCE = 1_500;

/** How often the log is read, and how long speech may take, in ms. */
const TIMES = { interval: 50, timeout: 60_000 };

/** Returns the texts that the voice has spoken since the start. */
export const spokenTexts = (log: string): string[] =>
  readFileSync(log, 'utf8').split('\n').slice(0, -1);

/** Returns the time that a process has used the processor, in clock ticks (`man 5 proc_pid_stat`). */
function processorTime(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
  const [user, system] = afterName.split(' ').slice(11, 13);
  return Number(user) + Number(system);
}

/** Waits until nothing has been said for a while, and the screen reader has had nothing to do. */
async function untilSilent({ log, reader }: Desktop): Promise<void> {
  let time = 0;
  let idleSince = 0;
  const isSilent = () => {
    const last = spokenTexts(log).at(-1) ?? '';
    const spokenUntil = statSync(log).mtimeMs + last.length * TIME_PER_CHARACTER;
    const current = processorTime(reader);
    if (current !== time) [time, idleSince] = [current, Date.now()];
    return Date.now() - Math.max(spokenUntil, idleSince) >= SILENCE;
  };
  if (!(await until(isSilent, TIMES))) throw new Error('The screen reader does not stop speaking.');
}

/**
 * Does something in silence, and waits until the screen reader has said what it says about it.
 * @param expected a text to wait for, before the silence that ends the speech
 * @returns what was said, without the names of pressed keys
 * @throws Error if no text matches
 */
export async function hear(
  desktop: Desktop,
  act: () => unknown,
  expected?: RegExp,
): Promise<string[]> {
  await untilSilent(desktop);
  const position = spokenTexts(desktop.log).length;
  await act();
  const said = () =>
    spokenTexts(desktop.log)
      .slice(position)
      .map((text) =>
        text
          .replace(/\s+/g, ' ')
          .replace(/(?<!\.)\.$/, '')
          .trim(),
      )
      .filter((text) => text !== '' && !KEY.test(text));
  const isSaid = () => !expected || said().some((text) => expected.test(text));
  if (!(await until(isSaid, TIMES)))
    throw new Error(`The screen reader does not say ${String(expected)}.`);
  await untilSilent(desktop);
  return said();
}
