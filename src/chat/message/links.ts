/** A part of a text; a link if it has a URL. */
export interface Piece {
  text: string;
  /** Absolute, with the scheme `https:`, `http:` or `mailto:`. */
  url?: string;
}

const { raw } = String;
const LETTER = raw`[\p{L}\p{M}\p{N}]`;
const HOST = raw`(?:${LETTER}+(?:-+${LETTER}+)*\.)+(?:xn--[a-z\d-]+|${LETTER}+)`;
/** What must not follow a host. A link that is cut there would open another address. */
const HOST_END = raw`(?![-.:@%_\\/?#]*${LETTER}|@)`;
/** No top-level domain has a hyphen: a case ending follows, as in `bank.az-da`. */
const SUFFIX = raw`(?=-\p{L}+${HOST_END})`;
const PATH = raw`[/?#][^\s<>\p{Bidi_Control}\p{Cc}]*`;
const WEB = raw`(?<![\p{L}\p{N}_])(?:https?:\/\/|(?<![.@/-])www\.)${HOST}(?:(?::\d+)?(?:${PATH}|${HOST_END})|${SUFFIX})`;
const MAIL = raw`(?<![\p{L}\p{N}_.+/@-]'?)[\w.+-]+@${HOST}(?:${HOST_END}|${SUFFIX})`;
/** Takes linear time: quadratic time would block the page for seconds. */
const ADDRESS = new RegExp(`${WEB}|${MAIL}`, 'giu');

/**
 * Each address has one of these, and most texts have none. So ADDRESS, whose compilation delays the
 * first paint, is compiled only when needed.
 */
const ADDRESS_MARK = /:\/\/|www\.|@/i;

const OPENING = '([{«‹“';
const CLOSING = ')]}»›”';
/** Closing quotes by opening quote. A closing quote without its opening one can be part of a path. */
const QUOTES = new Map(['""', "''", '``', '‘’', '„“'].map(([open, close]) => [open, close]));
const PUNCTUATION = '.,;:!?…*"\'`’‘“„';

/** Returns where an address ends: before the closing half of a bracket or quote that encloses it. */
function endOf(text: string, start: number, length: number): number {
  const quote = QUOTES.get(text.charAt(start - 1));
  const expected: string[] = [];
  let end = start;
  for (; end < start + length; end += 1) {
    const char = text.charAt(end);
    const pair = OPENING.indexOf(char);
    if (pair >= 0) expected.push(CLOSING.charAt(pair));
    else if (char === quote || (CLOSING.includes(char) && expected.pop() !== char)) break;
  }
  while (PUNCTUATION.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

/** Splits a text at its links: http(s) and e-mail addresses, and hosts that begin with `www.`. */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index: start } of ADDRESS_MARK.test(text) ? text.matchAll(ADDRESS) : []) {
    const end = endOf(text, start, found.length);
    const address = text.slice(start, end);
    const isWeb = /^(?:https?:\/\/|www\.)/i.test(address);
    const url = `${isWeb ? '' : 'mailto:'}${address}`.replace(/^www\./i, 'https://$&');
    if (!URL.canParse(url)) continue;
    if (start > from) pieces.push({ text: text.slice(from, start) });
    pieces.push({ text: address, url });
    from = end;
  }
  return from < text.length ? [...pieces, { text: text.slice(from) }] : pieces;
}
