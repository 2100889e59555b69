/** Matches a text of emoji (with modifiers, or joined), flags and white space only. */
const EMOJI_ONLY =
  /^\s*(?:(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D)*|\p{Regional_Indicator}{2})\s*)+$/u;
/** Maximum length of a text of emoji that is shown large, in UTF-16 code units. */
const MAX_LENGTH = 24;

/** Returns whether a text has nothing but a few emoji. It is shown large, and without a bubble. */
export const isEmojiOnly = (text: string): boolean =>
  text.length <= MAX_LENGTH && EMOJI_ONLY.test(text);
