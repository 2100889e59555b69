import { formatTime } from './dates';
import type { Message } from '../../contract/message';
import { chatStrings } from '../../ui/chatStrings';
import type { Piece } from './links';
import { MessageImage } from './MessageImage';
import styles from './MessageItem.module.css';
import { senderName } from './senderName';
import { isBare, textBlocks } from './textParts';

/** Line breaks that `pre-wrap` does not know. They stay in the text, so that they are copied. */
const LINE_BREAK = /(\r(?!\n)|[\v\f\x85\u2028\u2029])/;
/** Where a link may break, so that it does not break within a word. */
const LINK_BREAK = /(?<=[/?&=_-])(?!\/)/;

function renderPiece({ text, url }: Piece, index: number) {
  if (url === undefined)
    return text.split(LINE_BREAK).map((part, place) =>
      place % 2 === 0 ? (
        part
      ) : (
        <span key={place} className={styles.break}>
          {part}
        </span>
      ),
    );
  return (
    // A link needs `dir`: right-to-left text before the link would reorder the URL's characters.
    <a key={index} href={url} dir="ltr" target="_blank" rel="noopener noreferrer">
      {text
        .split(LINK_BREAK)
        .flatMap((part, place) => (place === 0 ? part : [<wbr key={place} />, part]))}
    </a>
  );
}

/** Embeddings, overrides and isolates. An unclosed one would also reorder the time's space. */
const EMBEDDING = /[\u202a-\u202e\u2066-\u2069]/;

/** @param time shown in the last line of the text if it fits, otherwise below */
function MessageText({ text, time }: { text: string; time: string | null }) {
  const blocks = textBlocks(text);
  const [first = [], ...rest] = blocks;
  const isTimeInline = rest.length === 0 && !first.some((piece) => EMBEDDING.test(piece.text));
  return (
    // Not `unicode-bidi: plaintext`: a very long text then takes minutes to lay out.
    <p className={styles.text} data-time={isTimeInline ? time : undefined}>
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

interface Props {
  /** The key of the message's entry. */
  entryKey: number;
  message: Message;
  isOwn: boolean;
  /** Whether the bubble joins the previous one. */
  isContinued: boolean;
  /** Whether the next bubble joins this one. The last bubble of a group has the tail. */
  isFollowed: boolean;
  isArriving: boolean;
}

/** One message (S2). The sender is text, because Orca does not speak an article's label. */
export function MessageItem(props: Props) {
  const { entryKey, message, isOwn, isContinued, isFollowed, isArriving } = props;
  const { fromUserId, text, imageUrl, timestamp } = message;
  const time = timestamp && formatTime(timestamp);
  return (
    <div
      className={styles.row}
      data-key={entryKey}
      data-own={isOwn}
      data-continued={isContinued}
      data-followed={isFollowed}
      data-arriving={isArriving}
      role="article"
    >
      {/* The text sets the direction of the whole bubble, so that the time is at the text's end. */}
      <div
        className={styles.bubble}
        data-image={imageUrl !== null}
        data-text={text !== null}
        data-emoji={isBare(message)}
        dir="auto"
      >
        {/* Elements with `dir` of their own do not affect the direction of the bubble. */}
        <span className={styles.sender} dir="ltr">
          {`${isOwn ? chatStrings.you : senderName(fromUserId)}: `}
        </span>
        {imageUrl !== null && <MessageImage imageUrl={imageUrl} />}
        {text !== null && <MessageText text={text} time={time} />}
        {timestamp !== null && (
          <time className={styles.time} dateTime={timestamp} translate="no">
            {time}
          </time>
        )}
      </div>
    </div>
  );
}
