import { Fragment } from 'react';
import styles from './MessageItem.module.css';
import { textBlocks, type Piece } from './textBlocks';

/** Its own direction, so that nothing before it can turn it around. */
const draw = ({ text, isLink }: Piece, index: number) =>
  isLink ? (
    <a key={index} href={text} dir="ltr" target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    <Fragment key={index}>{text}</Fragment>
  );

/** Emoji and nothing else: each with its modifiers, several joined into one, or a flag. */
const EMOJI_ONLY =
  /^(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D)*|\p{Regional_Indicator}{2}|\s)+$/u;
/** More than a few are a text again. */
const LARGE_LIMIT = 24;

/** A message's text: shown as text, with http(s) addresses made links and line breaks kept. */
export function MessageText({ text }: { text: string }) {
  const [first = [], ...others] = textBlocks(text);
  return (
    // The direction by attribute: as `unicode-bidi: plaintext` a very long text takes minutes to lay out.
    <p
      className={styles['text']}
      data-large={text.length <= LARGE_LIMIT && EMOJI_ONLY.test(text)}
      dir="auto"
    >
      {others.length === 0
        ? first.map(draw)
        : [first, ...others].map((pieces, index) => (
            <span key={index} className={styles['block']}>
              {pieces.map(draw)}
            </span>
          ))}
    </p>
  );
}
