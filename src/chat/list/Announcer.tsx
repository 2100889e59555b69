import { useAnnouncements } from './useAnnouncements';

/** Announces incoming messages to screen readers. */
export function Announcer() {
  const announcements = useAnnouncements();
  return (
    <div className="visually-hidden" aria-live="polite">
      {announcements.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
