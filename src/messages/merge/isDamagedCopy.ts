import { imagePathOf, plainTextOf, type Message } from '../../contract/message';

/**
 * Returns whether a stored text can be this posted one, after a database has damaged it: characters
 * outside ASCII are missing or a `?` (two for an emoji), or the text is cut.
 * @param stored as `plainText`
 * @param posted as `plainText`
 */
export function isDamagedText(stored: string, posted: string): boolean {
  let end = 0;
  for (const character of posted) {
    const isStorable = character <= '~';
    if (stored.startsWith(character, end)) end += character.length;
    else if (!isStorable && /[?\uFFFD]/.test(stored.charAt(end)))
      end += stored.startsWith('?'.repeat(character.length), end) ? character.length : 1;
    // A removed character can leave two spaces, of which `plainText` keeps one.
    else if (isStorable && character !== ' ') break;
  }
  return end === stored.length;
}

/** Returns whether a stored message can be this posted one with a damaged text. */
export const isDamagedCopy = (stored: Message, posted: Message): boolean =>
  imagePathOf(stored) === imagePathOf(posted) &&
  isDamagedText(plainTextOf(stored), plainTextOf(posted));
