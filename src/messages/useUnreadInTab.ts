import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { strings } from '../common/strings';
import { selectUnread } from './messagesSlice';

const BADGE_LIMIT = 9;

/** The page's icon with a number on it, as an address. */
function iconWith(count: number): string {
  const number = count > BADGE_LIMIT ? `${String(BADGE_LIMIT)}+` : String(count);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
    <rect width="40" height="40" rx="10" fill="#0b6b5f"/>
    <path d="M12 9h14a5 5 0 0 1 5 5v7a5 5 0 0 1-5 5h-8l-7 6v-7a5 5 0 0 1-4-4v-7a5 5 0 0 1 5-5Z" fill="#fff"/>
    <circle cx="32" cy="32" r="16" fill="#c62a20"/>
    <text x="32" y="39" font-family="sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="#fff">${number}</text>
  </svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Shows in the tab, while it is hidden, how many messages wait: in the title and on the icon. */
export function useUnreadInTab() {
  const unread = useSelector(selectUnread);

  useEffect(() => {
    if (unread === 0) return undefined;
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const plain = icon?.href;
    document.title = `(${String(unread)}) ${strings.title}`;
    if (icon) icon.href = iconWith(unread);
    return () => {
      document.title = strings.title;
      if (icon && plain !== undefined) icon.href = plain;
    };
  }, [unread]);
}
