import { Fragment } from 'react';
import styles from './MessageItem.module.css';
import { textBlocks, type Piece } from './textBlocks';

function renderPiece({ text, kind, url }: Piece, index: number) {
  if (kind === 'link')
    return (
      // A link needs `dir`: right-to-left text before the link would reorder the URL's characters.
      <a key={index} href={url} dir="ltr" target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  if (kind === 'run')
    return (
      <span key={index} className={styles.run}>
        {text}
      </span>
    );
  return <Fragment key={index}>{text}</Fragment>;
}

/** Embeddings, overrides and isolates. An unclosed one would also reorder the time's space. */
const EMBEDDING = /[\u202a-\u202e\u2066-\u2069]/;

interface Props {
  text: string;
  /** Whether the time follows the text: in its last line if the time fits, otherwise below. */
  hasTime: boolean;
}

/** A message's text with line breaks and clickable links. */
export function MessageText({ text, hasTime }: Props) {
  const blocks = textBlocks(text);
  const [first = [], ...rest] = blocks;
  const isTimeInline = hasTime && !blocks.at(-1)?.some((piece) => EMBEDDING.test(piece.text));
  const lastLineIn = rest.length === 0 ? 'text' : 'block';
  return (
    // Not `unicode-bidi: plaintext`: a very long text then takes minutes to lay out.
    <p className={styles.text} data-time-in={isTimeInline ? lastLineIn : undefined}>
      {rest.length === 0
        ? first.map(renderPiece)
        : blocks.map((pieces, index) => (
            <span key={index} className={styles.block}>
              {pieces.map(renderPiece)}
            </span>
          ))}
    </p>
  );
}
