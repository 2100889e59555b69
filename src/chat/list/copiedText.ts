import { chatStrings } from '../../ui/chatStrings';
import { formatDate, formatTime } from '../message/dates';
import { senderName } from '../message/senderName';
import type { Entry } from '../../messages/merge/entry';
import { groupByDay } from './grouping';

function selectedText(element: Element | null, selected: Range): string {
  if (!element || !selected.intersectsNode(element)) return '';
  const part = selected.cloneRange();
  if (!element.contains(part.startContainer)) part.setStart(element, 0);
  if (!element.contains(part.endContainer)) part.setEnd(element, element.childNodes.length);
  return part.toString();
}

const intersects = (selected: Range[], node: Node) =>
  selected.some((range) => range.intersectsNode(node));

function selectedContent(row: Element, selected: Range[]): string {
  const image = row.querySelector('a[data-broken="false"]');
  const url = image && intersects(selected, image) ? image.getAttribute('href') : null;
  const texts = selected.map((range) => selectedText(row.querySelector('p'), range));
  return [...texts, url === null ? '' : `[${chatStrings.image}: ${url}]`].filter(Boolean).join(' ');
}

/** Returns null if the selection has no message; the browser then copies as usual. */
function copiedText(selection: Selection, entries: Entry[], userId: number): string | null {
  // In Firefox, the Control key adds a range to the selection.
  const selected = Array.from({ length: selection.rangeCount }, (_, index) =>
    selection.getRangeAt(index),
  );
  const messages = new Map(entries.map(({ key, message }) => [String(key), message]));
  const copied = [...document.querySelectorAll<HTMLElement>('[data-key]')]
    .filter((row) => intersects(selected, row))
    .flatMap((row) => {
      const message = messages.get(row.dataset.key ?? '');
      const content = selectedContent(row, selected);
      return message && content !== '' ? { message, content } : [];
    });
  const [first, second] = copied;
  if (!second) return first?.content ?? null;
  return groupByDay(copied)
    .map(({ day, items }) => {
      const heading = day === null ? [] : [`— ${formatDate(day)} —`];
      const lines = items.map(({ message: { timestamp, fromUserId }, content }) => {
        const time = timestamp === null ? '' : `[${formatTime(timestamp)}] `;
        return `${time}${senderName(fromUserId, userId)}: ${content}`;
      });
      return [...heading, ...lines].join('\n');
    })
    .join('\n\n');
}

/** Handles `copy`. One message is copied as its text, several with dates, times and senders. */
export function copyMessages(event: ClipboardEvent, entries: Entry[], userId: number): void {
  // Firefox keeps the page's selection while the customer copies from the input.
  if (event.target instanceof HTMLTextAreaElement) return;
  const selection = document.getSelection();
  const text = selection && copiedText(selection, entries, userId);
  if (text === null) return;
  event.preventDefault();
  event.clipboardData?.setData('text/plain', text);
}
