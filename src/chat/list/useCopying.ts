import { useEffect, useEffectEvent } from 'react';
import { copiedText } from './copiedText';

/**
 * Gives a copied selection of messages their days, times and senders.
 * @param today start of the current day, in ms since 1970
 */
export function useCopying(today: number): void {
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    // Firefox keeps the page's selection while the customer copies from the input.
    if (event.target instanceof HTMLTextAreaElement) return;
    const selection = document.getSelection();
    const text = selection && copiedText(selection, today);
    if (text === null) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  });
  useEffect(() => {
    const copied = (event: ClipboardEvent) => onCopy(event);
    document.addEventListener('copy', copied);
    return () => {
      document.removeEventListener('copy', copied);
    };
  }, []);
}
