import { useEffect } from 'react';
import { useAppSelector } from '../app/hooks';
import { strings } from '../ui/strings';
import { selectUnread } from '../messages/messagesSlice';

/** Shows the number of unread messages in the title of a hidden tab. */
export function useUnreadTitle() {
  const unread = useAppSelector(selectUnread);
  useEffect(() => {
    if (unread > 0) document.title = `(${unread}) ${strings.title}`;
    return () => void (document.title = strings.title);
  }, [unread]);
}
