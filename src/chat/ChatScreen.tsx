import { Announcer } from './list/Announcer';
import { ChatHeader } from './ChatHeader';
import styles from './ChatScreen.module.css';
import { Composer } from './composer/Composer';
import { MessageList } from './list/MessageList';
import { useUnreadBadge } from './useUnreadBadge';
import { useViewportHeight } from './useViewportHeight';

interface Props {
  /** Whether the login screen was shown before, and not a page load. */
  isAfterLogin: boolean;
}

/** The chat screen (S2): header, messages, bottom bar. */
export function ChatScreen({ isAfterLogin }: Props) {
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
