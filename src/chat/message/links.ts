import { LinkifyIt } from 'linkify-it';
import { isDeceptive } from './deceptiveUrl';

export interface Link {
  start: number;
  end: number;
  /** Absolute, with the scheme `https:`, `http:` or `mailto:`. */
  url: string;
}

/** Maximum length of a link in characters. linkify-it cuts off the rest of a longer one. */
const MAX_LENGTH = 1_000_000;

const linkify = new LinkifyIt({ fuzzyLink: true, maxLength: MAX_LENGTH })
  .add('ftp:', null)
  .add('//', null);

/** What every address contains. A search for it is faster than a parse. */
const HINT = /:\/\/|www\.|@/i;

/** Characters that end an address. Bidirectional controls could disguise it as another one. */
const BOUNDARY = /[<>"'\p{Bidi_Control}]/gu;
/** Punctuation that belongs to the sentence when it follows an address. */
const TRAILING = /[.,;:!?)\]}…]+$/;

/** Returns the address of an e-mail link; undefined if its host can pass for another one. */
function mailUrl(address: string): string | undefined {
  const [name = '', host = ''] = address.replace(/^mailto:/i, '').split('@');
  const isPlain = /^[!-~]+$/.test(name) && !isDeceptive(`https://${host}`);
  return isPlain ? `mailto:${name}@${host}` : undefined;
}

/**
 * Returns the address of a link; undefined if the text is no link, or is deceptive.
 * @param word the text up to the next space: linkify-it can end an address at a look-alike slash
 */
function urlOf(schema: string, text: string, word: string): string | undefined {
  if (schema === 'mailto:') return mailUrl(text);
  if (schema === '' && !/^www\./i.test(text)) return undefined;
  const [url, whole] = schema === '' ? [`https://${text}`, `https://${word}`] : [text, word];
  const isLink = [url, whole.replace(TRAILING, '')].every(
    (address) => URL.canParse(address) && !isDeceptive(address),
  );
  return isLink ? url : undefined;
}

/** Finds http(s) and e-mail addresses, and hosts that begin with `www.`, in order. */
export function findLinks(text: string): Link[] {
  if (!HINT.test(text)) return [];
  const plain = text.replace(BOUNDARY, ' ');
  return (linkify.match(plain) ?? []).flatMap(({ schema, index, lastIndex, text: found }) => {
    const [word = ''] = /^\S*/.exec(plain.slice(index)) ?? [];
    const url = urlOf(schema, found, word);
    return url === undefined ? [] : [{ start: index, end: lastIndex, url }];
  });
}
