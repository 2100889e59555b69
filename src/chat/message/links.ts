import { LinkifyIt } from 'linkify-it';

export interface Link {
  start: number;
  end: number;
  /** Absolute, with the scheme `https:`, `http:` or `mailto:`. */
  url: string;
}

const linkify = new LinkifyIt({ fuzzyLink: true }).add('ftp:', null).add('//', null);

/** What every address contains. A search for it is faster than a parse. */
const HINT = /:\/\/|www\.|@/i;

/** Characters that end an address. Bidirectional controls could disguise it as another one. */
const BOUNDARY = /[<>"'\p{Bidi_Control}]/gu;

/** Finds http(s) and e-mail addresses, and hosts that begin with `www.`, in order. */
export function findLinks(text: string): Link[] {
  if (!HINT.test(text)) return [];
  const plain = text.replace(BOUNDARY, ' ');
  return (linkify.match(plain) ?? []).flatMap(({ schema, index, lastIndex, text: found, url }) => {
    const isHost = schema === '';
    if (isHost && !/^www\./i.test(found)) return [];
    const address = isHost ? `https://${found}` : url;
    return URL.canParse(address) ? [{ start: index, end: lastIndex, url: address }] : [];
  });
}
