import { useAnnouncements } from './useAnnouncements';

/** Has screen readers say each message of the operator as it comes. */
export function Announcer() {
  const announcements = useAnnouncements();
  return (
    <div className="visually-hidden" aria-live="polite">
      {announcements.map(({ key, words }) => (
        <p key={key}>{words}</p>
      ))}
    </div>
  );
}
