import { isEmojiOnly } from './emoji';
import { formatTime } from './days';
import type { Message } from '../../conversation/message';
import { chatStrings } from '../../shared/chatStrings';
import { MessageImage } from './MessageImage';
import styles from './MessageItem.module.css';
import { MessageText } from './MessageText';
import { senderName } from './senderName';

interface Props {
  message: Message;
  isOwn: boolean;
  /** Whether the bubble joins the previous one, which has the same sender and day. */
  isContinued: boolean;
  /** Whether the next bubble joins this one. The last joined bubble has the tail. */
  isFollowed: boolean;
  /** Whether the customer has just sent the message. */
  isArriving: boolean;
}

/**
 * One message (S2): own messages right, incoming left; thumbnail, text and time. The sender is text,
 * because screen readers that read line by line do not speak the label of an article.
 */
export function MessageItem({ message, isOwn, isContinued, isFollowed, isArriving }: Props) {
  const { fromUserId, text, imageUrl, timestamp } = message;
  return (
    <div
      className={styles.row}
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
        data-emoji={imageUrl === null && text !== null && isEmojiOnly(text)}
        dir="auto"
      >
        {/* Elements with `dir` of their own do not affect the direction of the bubble. */}
        <span className={styles.sender} dir="ltr" data-sender>
          {`${isOwn ? chatStrings.you : senderName(fromUserId)}: `}
        </span>
        {imageUrl !== null && <MessageImage imageUrl={imageUrl} />}
        {text !== null && <MessageText text={text} hasTime={timestamp !== null} />}
        {timestamp !== null && (
          <time className={styles.time} dateTime={timestamp} translate="no">
            {formatTime(timestamp)}
          </time>
        )}
      </div>
    </div>
  );
}
