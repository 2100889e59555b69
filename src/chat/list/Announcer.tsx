import { chatStrings } from '../../shared/chatStrings';
import { strings } from '../../shared/strings';
import { useAnnouncements } from './useAnnouncements';

/** Names the chat and its input. */
const WELCOME = `${strings.title}. ${chatStrings.messagePlaceholder}`;

/**
 * Announces incoming messages to screen readers, and the chat after a login: Orca does not speak the
 * input that has the focus then, because the focus was in the login, which is gone.
 */
export function Announcer({ isAfterLogin }: { isAfterLogin: boolean }) {
  const announcements = useAnnouncements(isAfterLogin ? WELCOME : null);
  return (
    <div className="visually-hidden" aria-live="polite">
      {announcements.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
