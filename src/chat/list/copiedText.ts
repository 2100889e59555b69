import { chatStrings } from '../../ui/chatStrings';
import { formatDay, formatTime } from '../message/days';

function selectedText(element: Element | null, selected: Range): string {
  if (!element || !selected.intersectsNode(element)) return '';
  const part = selected.cloneRange();
  if (!element.contains(part.startContainer)) part.setStart(element, 0);
  if (!element.contains(part.endContainer)) part.setEnd(element, element.childNodes.length);
  return part.toString();
}

function selectedContent(row: Element, selected: Range): string {
  const image = row.querySelector('a:has(img)');
  const url = image && selected.intersectsNode(image) ? image.getAttribute('href') : null;
  const text = selectedText(row.querySelector('p'), selected);
  return [text, url === null ? '' : `[${chatStrings.image}: ${url}]`].filter(Boolean).join(' ');
}

/** Returns null if the selection has no message; the browser then copies as usual. */
function copiedText(selection: Selection, today: number): string | null {
  if (selection.rangeCount === 0) return null;
  const selected = selection.getRangeAt(0);
  const rows = [...document.querySelectorAll('[role=log] [role=article]')]
    .filter((row) => selected.intersectsNode(row))
    .map((row) => ({ row, content: selectedContent(row, selected) }))
    .filter(({ content }) => content !== '');
  const [first, second] = rows;
  if (!first) return null;
  if (!second) return first.content;
  let day = '';
  return rows
    .map(({ row, content }) => {
      const timestamp = row.querySelector('time')?.dateTime;
      const time = timestamp === undefined ? '' : `[${formatTime(timestamp)}] `;
      const sender = row.querySelector('[data-sender]')?.textContent ?? '';
      const newDay = timestamp === undefined ? day : formatDay(timestamp, today);
      const heading = newDay === day ? '' : `${day === '' ? '' : '\n'}— ${newDay} —\n`;
      day = newDay;
      return `${heading}${time}${sender}${content}`;
    })
    .join('\n');
}

/**
 * Handles `copy`. One message is copied as its text, several with days, times and senders.
 * @param today start of the current day, in ms since 1970
 */
export function copyMessages(event: ClipboardEvent, today: number): void {
  // Firefox keeps the page's selection while the customer copies from the input.
  if (event.target instanceof HTMLTextAreaElement) return;
  const selection = document.getSelection();
  const text = selection && copiedText(selection, today);
  if (text === null) return;
  event.preventDefault();
  event.clipboardData?.setData('text/plain', text);
}
