import { timeOf } from '../common/days';
import type { Message } from '../common/message';
import { strings } from '../common/strings';
import { MessageImage } from './MessageImage';
import styles from './MessageItem.module.css';
import { MessageText } from './MessageText';

interface Props {
  message: Message;
  isOwn: boolean;
  /** The message before it is of the same sender and day. */
  isContinued: boolean;
}

/** One message (spec 2): own ones right, others left; text, thumbnail, time. */
export function MessageItem({ message, isOwn, isContinued }: Props) {
  const { text, imageUrl, timestamp } = message;
  return (
    <div
      className={styles['row']}
      data-own={isOwn}
      data-continued={isContinued}
      role="article"
      aria-label={isOwn ? strings.you : strings.operator}
    >
      <div className={styles['bubble']}>
        {imageUrl !== null && <MessageImage imageUrl={imageUrl} />}
        {text !== null && <MessageText text={text} />}
        {timestamp !== null && (
          <time className={styles['time']} dateTime={timestamp}>
            {timeOf(timestamp)}
          </time>
        )}
      </div>
    </div>
  );
}
