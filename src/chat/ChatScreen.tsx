import { Announcer } from './list/Announcer';
import { ChatHeader } from './header/ChatHeader';
import styles from './ChatScreen.module.css';
import { Composer } from './composer/Composer';
import { MessageList } from './list/MessageList';
import { useLeaveQuestions } from './composer/useLeaveQuestions';
import { useWaitingImages } from './composer/useWaitingImages';
import { useUnreadTitle } from './useUnreadTitle';
import { useViewportHeight } from './useViewportHeight';

/** The chat screen (S2). @param isAfterLogin whether the login screen was shown before */
export function ChatScreen({ isAfterLogin }: { isAfterLogin: boolean }) {
  useUnreadTitle();
  useViewportHeight();
  const waitingImages = useWaitingImages();
  const findLogoutQuestion = useLeaveQuestions(waitingImages.images.length > 0);
  return (
    <div className={styles.screen}>
      <ChatHeader findLogoutQuestion={findLogoutQuestion} />
      <MessageList />
      <Composer waitingImages={waitingImages} />
      <Announcer isAfterLogin={isAfterLogin} />
    </div>
  );
}
