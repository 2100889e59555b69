import { useState } from 'react';
import { useMatch } from 'react-router-dom';
import { chatStrings } from '../../shared/chatStrings';
import { CHAT_PATH } from '../../shared/constants';
import { strings } from '../../shared/strings';
import { useAnnouncements } from './useAnnouncements';

/** Names the chat and its input. */
const WELCOME = `${strings.title}. ${chatStrings.messagePlaceholder}`;

/**
 * Announces incoming messages to screen readers, and the chat after a sign-in: Orca does not speak
 * the input that has the focus then, because the focus was in the login, which is gone.
 */
export function Announcer() {
  // Of the first rendering: a sign-in renders the chat on the path of the login, which then changes.
  const [isAfterSignIn] = useState(useMatch(CHAT_PATH) === null);
  const announcements = useAnnouncements(isAfterSignIn ? WELCOME : null);
  return (
    <div className="visually-hidden" aria-live="polite">
      {announcements.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
