import { imagePathOf, plainTextOf, type Message } from '../../contract/message';

/**
 * Returns whether a stored message can be this posted one, after a database has damaged its text.
 * Characters outside ASCII are missing or a `?` (two for an emoji), or the text is cut.
 */
export function isDamagedCopy(stored: Message, posted: Message): boolean {
  if (imagePathOf(stored) !== imagePathOf(posted)) return false;
  const kept = plainTextOf(stored);
  let end = 0;
  for (const character of plainTextOf(posted)) {
    const isStorable = character <= '~';
    if (kept.startsWith(character, end)) end += character.length;
    else if (!isStorable && /[?\uFFFD]/.test(kept.charAt(end)))
      end += kept.startsWith('?'.repeat(character.length), end) ? character.length : 1;
    // A removed character can leave two spaces, of which `plainText` keeps one.
    else if (isStorable && character !== ' ') break;
  }
  return end === kept.length;
}
