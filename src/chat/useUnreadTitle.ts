import { useEffect } from 'react';
import favicon from '../favicon.svg?text';
import { useAppSelector } from '../app/hooks';
import { strings } from '../ui/strings';
import { selectUnread } from '../messages/messagesSlice';

function renderIcon(count: number): string {
  // A higher number does not fit on the icon.
  const number = count > 9 ? '9+' : count;
  const badge = `<circle cx="32" cy="32" r="16" fill="#c62a20"/>
    <text x="32" y="39" font-family="sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="#fff">${number}</text>
  </svg>`;
  return `data:image/svg+xml,${encodeURIComponent(favicon.replace('</svg>', badge))}`;
}

/** Shows the number of unread messages in the title and on the icon of a hidden tab. */
export function useUnreadTitle() {
  const unread = useAppSelector(selectUnread);

  useEffect(() => {
    if (unread === 0) return undefined;
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const plain = icon?.href;
    document.title = `(${unread}) ${strings.title}`;
    if (icon) icon.href = renderIcon(unread);
    return () => {
      document.title = strings.title;
      if (icon && plain !== undefined) icon.href = plain;
    };
  }, [unread]);
}
