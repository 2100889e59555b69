import { Announcer } from './list/Announcer';
import { ChatHeader } from './header/ChatHeader';
import styles from './ChatScreen.module.css';
import { Composer } from './composer/Composer';
import { MessageList } from './list/MessageList';
import { useUnreadBadge } from './useUnreadBadge';
import { useViewportHeight } from './useViewportHeight';

/** The chat screen (S2). @param isAfterLogin whether the login screen was shown before */
export function ChatScreen({ isAfterLogin }: { isAfterLogin: boolean }) {
  useUnreadBadge();
  useViewportHeight();
  return (
    <div className={styles.screen}>
      <ChatHeader />
      <MessageList />
      <Composer />
      <Announcer isAfterLogin={isAfterLogin} />
    </div>
  );
}
