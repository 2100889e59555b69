import { chatStrings } from '../../ui/chatStrings';
import { strings } from '../../ui/strings';
import { useAnnouncements } from './useAnnouncements';

const WELCOME = `${strings.title}. ${chatStrings.messagePlaceholder}`;

/** Announces incoming messages and, after a login, the chat: Orca does not speak the input then. */
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
