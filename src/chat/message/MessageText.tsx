import { Fragment } from 'react';
import styles from './MessageItem.module.css';
import { textBlocks, type Piece } from './textBlocks';

function renderPiece({ text, kind }: Piece, index: number) {
  if (kind === 'link')
    return (
      // A link needs `dir`: right-to-left text before the link would reorder the URL's characters.
      <a key={index} href={text} dir="ltr" target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  if (kind === 'run')
    return (
      <span key={index} className={styles['run']}>
        {text}
      </span>
    );
  return <Fragment key={index}>{text}</Fragment>;
}

/** Matches a text of emoji (with modifiers, or joined), flags and white space only. */
const EMOJI_ONLY =
  /^(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D)*|\p{Regional_Indicator}{2}|\s)+$/u;
/** Maximum length of an emoji-only text shown large, in UTF-16 code units. */
const MAX_LARGE_LENGTH = 24;

/** A message's text with line breaks and clickable http(s) links. */
export function MessageText({ text }: { text: string }) {
  const [first = [], ...rest] = textBlocks(text);
  return (
    // Not `unicode-bidi: plaintext`: a very long text then takes minutes to lay out.
    <p
      className={styles['text']}
      data-large={text.length <= MAX_LARGE_LENGTH && EMOJI_ONLY.test(text)}
      dir="auto"
    >
      {rest.length === 0
        ? first.map(renderPiece)
        : [first, ...rest].map((pieces, index) => (
            <span key={index} className={styles['block']}>
              {pieces.map(renderPiece)}
            </span>
          ))}
    </p>
  );
}
