import { findLinks, type Link } from './links';

/** A part of a text. A run is plain text that is laid out as a block of its own. */
export interface Piece {
  text: string;
  kind: 'text' | 'link' | 'run';
  url?: string;
}

/** Block size in characters. Each block is laid out when it scrolls into view. */
const BLOCK_LENGTH = 4_000;
/** Maximum length of a non-ASCII word. Layout is quadratic: 4,000 Arabic letters take 150 ms. */
const MAX_WORD_LENGTH = 1_000;
/** Maximum marks in a run. 400 Myanmar marks take 150 ms to lay out; usual texts have under ten. */
const MAX_RUN_LENGTH = 64;
/** Number of characters at the end of a block that are searched for a space to end the block at. */
const SPACE_SEARCH_LENGTH = 500;
/** Maximum number of links in a message, because each link slows down rendering. */
const MAX_LINKS = 200;

/** Matches one or more emoji (with modifiers, or joined) and flags, with white space between. */
const EMOJI_ONLY =
  /^\s*(?:(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D)*|\p{Regional_Indicator}{2})\s*)+$/u;
/** Maximum length of a text of emoji that is shown large, in UTF-16 code units. */
const MAX_EMOJI_LENGTH = 24;

const RUNS = /[\p{M}\p{Cf}\p{Emoji_Modifier}]+/gu;
/** Excludes invisible characters, whose layout is fast even for a million of them. */
const COSTLY = /[\p{M}\p{Emoji_Modifier}]/u;
/** Only ASCII and invisible characters. Ten times as fast as a search for marks and modifiers. */
const HARMLESS = /^[\0-\x7f\u2000-\u206f]*$/;
const RUN_PARTS = new RegExp(`.{1,${MAX_RUN_LENGTH}}`, 'gsu');

/**
 * Excludes spaces and invisible characters: a million of them would make a thousand blocks. A
 * regular expression takes ten times as long.
 */
const isInForeignWord = (code: number) =>
  code > 0xa0 && (code < 0x2000 || code > 0x206f) && code !== 0x3000 && code !== 0xfeff;

/** Returns the end index of the first `MAX_WORD_LENGTH` characters of a longer word, if any. */
function findLongWordEnd(text: string, from: number, to: number): number | undefined {
  let length = 0;
  for (let index = from; index < to; index += 1) {
    length = isInForeignWord(text.charCodeAt(index)) ? length + 1 : 0;
    if (length > MAX_WORD_LENGTH) return index;
  }
  return undefined;
}

/** Returns the end index of a block: after a space if there is one, not inside a surrogate pair. */
function findBlockEnd(text: string, from: number): number {
  const limit = Math.min(from + BLOCK_LENGTH, text.length);
  const longWordEnd = findLongWordEnd(text, from, limit);
  const end = longWordEnd ?? limit;
  if (end >= text.length) return text.length;
  const lastSpace = /\s\S*$/.exec(text.slice(Math.max(from, end - SPACE_SEARCH_LENGTH), end));
  if (lastSpace && longWordEnd === undefined)
    return end - SPACE_SEARCH_LENGTH + lastSpace.index + 1;
  const isInsidePair = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return isInsidePair ? end - 1 : end;
}

/** Returns the beginning of a text, up to the end of its first block or its first long run. */
export function firstBlock(text: string): string {
  const block = text.slice(0, findBlockEnd(text, 0));
  const pieces = splitRuns(block);
  const firstRun = pieces.findIndex(({ kind }) => kind === 'run');
  const kept = firstRun < 0 ? pieces : pieces.slice(0, firstRun + 1);
  return kept.map((piece) => piece.text).join('');
}

/** Splits plain text into runs of at most `MAX_RUN_LENGTH` characters and the text between them. */
function splitRuns(text: string): Piece[] {
  if (HARMLESS.test(text) || !COSTLY.test(text)) return text === '' ? [] : [{ text, kind: 'text' }];
  const pieces: Piece[] = [];
  let from = 0;
  const addText = (to: number) => {
    if (to > from) pieces.push({ text: text.slice(from, to), kind: 'text' });
    from = to;
  };
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    if (run.length <= MAX_RUN_LENGTH || !COSTLY.test(run)) continue;
    addText(index);
    pieces.push(
      ...(run.match(RUN_PARTS) ?? []).map((part) => ({ text: part, kind: 'run' }) as const),
    );
    from += run.length;
  }
  addText(text.length);
  return pieces;
}

/** @param isCut whether the text ends within a word, so that its last link may be incomplete */
function parsePieces(text: string, links: Link[], isCut: boolean): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { start, end, url } of links) {
    if (isCut && end === text.length) continue;
    pieces.push(...splitRuns(text.slice(from, start)));
    pieces.push({ text: text.slice(start, end), kind: 'link', url });
    from = end;
  }
  return [...pieces, ...splitRuns(text.slice(from))];
}

/** Splits a text into blocks that can be laid out one by one. The joined pieces equal the text. */
export function textBlocks(text: string): Piece[][] {
  const blocks: Piece[][] = [];
  let linksLeft = MAX_LINKS;
  for (let from = 0; from < text.length;) {
    const end = findBlockEnd(text, from);
    const isCut = end < text.length && /\S/.test(text.charAt(end - 1));
    const block = text.slice(from, end);
    const links = findLinks(block).slice(0, linksLeft);
    linksLeft -= links.length;
    blocks.push(parsePieces(block, links, isCut));
    from = end;
  }
  return blocks;
}

/** Returns whether a text has nothing but a few emoji. It is shown large, and without a bubble. */
export const isEmojiOnly = (text: string): boolean =>
  text.length <= MAX_EMOJI_LENGTH && EMOJI_ONLY.test(text);
