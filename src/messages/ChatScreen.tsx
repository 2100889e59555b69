import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { strings } from '../common/strings';
import { ChatHeader } from './ChatHeader';
import styles from './ChatScreen.module.css';
import { Composer } from './Composer';
import { MessageList } from './MessageList';
import { selectUnread } from './messagesSlice';

/** The chat screen (spec 2): header, messages, bottom bar; the unread count stands in the title. */
export function ChatScreen() {
  const unread = useSelector(selectUnread);
  useEffect(() => {
    document.title = unread > 0 ? `(${String(unread)}) ${strings.title}` : strings.title;
  }, [unread]);

  return (
    <div className={styles['screen']}>
      <ChatHeader />
      <MessageList />
      <Composer />
    </div>
  );
}
