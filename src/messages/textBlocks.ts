/** A part of a text, which may be a web address. */
export interface Piece {
  text: string;
  isLink: boolean;
}

/**
 * Characters that are laid out at once; the blocks of a longer text are, as they come into sight. What
 * nothing but combining marks cost grows with the square of it, and 10,000 of them take 200 ms.
 */
const BLOCK_LENGTH = 4_000;
/** How far before its end a block may end with a word. */
const LAST_WORD = 500;
/** Nobody reads more of them in one message, and each costs more than a word. */
const MAX_LINKS = 200;

/** A character that turns the direction of reading ends an address: it would show as another. */
const LINK = /https?:\/\/[^\s<>"'\p{Bidi_Control}]+/giu;
/** Punctuation after an address belongs to the sentence around it. */
const TRAILING = '.,;:!?)]}…';

function withoutTrailing(address: string): string {
  let { length } = address;
  while (TRAILING.includes(address.charAt(length - 1))) length -= 1;
  return address.slice(0, length);
}

/** Where a block that begins here ends: behind a space if there is one, never within a character. */
function endOf(text: string, from: number): number {
  const end = from + BLOCK_LENGTH;
  if (end >= text.length) return text.length;
  const lastWord = /\s\S*$/.exec(text.slice(end - LAST_WORD, end));
  if (lastWord) return end - LAST_WORD + lastWord.index + 1;
  const isWithin = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return isWithin ? end - 1 : end;
}

/** The first block of a text; all of it, where it is not very long. */
export const beginningOf = (text: string): string => text.slice(0, endOf(text, 0));

function piecesOf(text: string, maxLinks: number): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: match, index } of text.matchAll(LINK)) {
    const address = withoutTrailing(match);
    if (!URL.canParse(address)) continue;
    if (maxLinks-- <= 0) break;
    if (index > from) pieces.push({ text: text.slice(from, index), isLink: false });
    pieces.push({ text: address, isLink: true });
    from = index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isLink: false });
  return pieces;
}

/**
 * Divides a message's text for the screen: into blocks that can be laid out one by one, however long
 * the text is, and these into plain text and http(s) addresses. All of it together is the text again.
 */
export function textBlocks(text: string): Piece[][] {
  const blocks: Piece[][] = [];
  let links = MAX_LINKS;
  for (let from = 0; from < text.length;) {
    const end = endOf(text, from);
    const pieces = piecesOf(text.slice(from, end), links);
    links -= pieces.filter(({ isLink }) => isLink).length;
    blocks.push(pieces);
    from = end;
  }
  return blocks;
}
