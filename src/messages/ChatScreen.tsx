import { Announcer } from './Announcer';
import { ChatHeader } from './ChatHeader';
import styles from './ChatScreen.module.css';
import { Composer } from './Composer';
import { MessageList } from './MessageList';
import { PictureDrop } from './PictureDrop';
import { useUnreadInTab } from './useUnreadInTab';
import { useVisibleHeight } from './useVisibleHeight';

/** The chat screen (spec 2): header, messages, bottom bar. */
export function ChatScreen() {
  useUnreadInTab();
  useVisibleHeight();
  return (
    <div className={styles['screen']}>
      <ChatHeader />
      <MessageList />
      <Composer />
      <PictureDrop />
      <Announcer />
    </div>
  );
}
