import { formatTime } from './days';
import type { Message } from '../../conversation/message';
import { strings } from '../../shared/strings';
import { MessageImage } from './MessageImage';
import styles from './MessageItem.module.css';
import { MessageText } from './MessageText';
import { senderName } from './senderName';

interface Props {
  message: Message;
  isOwn: boolean;
  /** Whether the previous message has the same sender and day. */
  isContinued: boolean;
}

/** One message (S2): own messages right, incoming left; thumbnail, text and time. */
export function MessageItem({ message, isOwn, isContinued }: Props) {
  const { fromUserId, text, imageUrl, timestamp } = message;
  return (
    <div
      className={styles['row']}
      data-own={isOwn}
      data-continued={isContinued}
      role="article"
      aria-label={isOwn ? strings.you : senderName(fromUserId)}
    >
      <div className={styles['bubble']}>
        {imageUrl !== null && <MessageImage imageUrl={imageUrl} />}
        {text !== null && <MessageText text={text} />}
        {timestamp !== null && (
          <time className={styles['time']} dateTime={timestamp}>
            {formatTime(timestamp)}
          </time>
        )}
      </div>
    </div>
  );
}
