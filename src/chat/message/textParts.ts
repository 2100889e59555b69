import type { Message } from '../../contract/message';
import { type Piece, splitLinks } from './links';

/** Length of a text in characters, above which it is laid out in blocks. */
const LONG_TEXT = 4_000;
/** Matches at most 1,000 characters, up to white space if there is some among them. */
const BLOCKS = /[^]{1,999}\s|[^]{1,1000}/gu;

/**
 * Matches one or more emoji (with modifiers, tags, or joined), keycaps and flags, with white space
 * between. A sign that is text by default, such as ©, matches only with U+FE0F.
 */
const EMOJI_ONLY =
  /^\s*(?:(?:[\d#*]\uFE0F?\u20E3|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=[\uFE0F\p{Emoji_Modifier}]))(?:[\uFE0F\p{Emoji_Modifier}\u{E0020}-\u{E007F}]|\u200D\p{Extended_Pictographic})*)\s*)+$/u;
/** Maximum length of a text of emoji that is shown large, in UTF-16 code units. */
const MAX_EMOJI_LENGTH = 24;

/**
 * Splits a text into blocks. A usual text is one block. A megabyte would take a second to lay out,
 * and 100,000 Arabic letters without a space minutes; of blocks, only those in view are laid out.
 * A word that is cut has no links. The joined pieces equal the text.
 */
export function textBlocks(text: string): Piece[][] {
  if (text.length <= LONG_TEXT) return [splitLinks(text)];
  const blocks = text.match(BLOCKS) ?? [];
  return blocks.map((block) => (/\s$/.test(block) ? splitLinks(block) : [{ text: block }]));
}

/** Returns whether a message is only a few emoji, which are shown large and without a bubble. */
export const isBare = ({ text, imageUrl }: Pick<Message, 'text' | 'imageUrl'>): boolean =>
  imageUrl === null && text !== null && text.length <= MAX_EMOJI_LENGTH && EMOJI_ONLY.test(text);
