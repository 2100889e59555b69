import type { Utterance } from './desktop/speechLog';

/** The names of keys, which the screen reader says when they are pressed. */
const KEY = /^(return|up|down|left shift|left control|[a-z0-9]|space)$/i;

/** Returns what was said, without the keys that were pressed. */
export const words = (said: Utterance[]): string[] =>
  said
    .map(({ text }) => text.replace(/(?<!\.)\.$/, ''))
    .filter((text) => text !== '' && !KEY.test(text));
