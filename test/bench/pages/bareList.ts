import type { ChatMessage } from '../../provider/message';
import { customerId, rootElement } from './provider';

function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

function row({ fromUserId, text, timestamp }: ChatMessage): HTMLElement {
  const time = element('time', '', timestamp.slice(11, 16));
  const bubble = element('div', 'bubble', element('p', '', text ?? ''), time);
  return element('div', fromUserId === customerId ? 'row own' : 'row', bubble);
}

/** Draws a list and an input without any library. @returns appends messages, down to the bottom */
export function drawBareList(): (messages: ChatMessage[]) => void {
  const list = element('div', 'list');
  list.role = 'log';
  rootElement().append(element('div', 'screen', list, document.createElement('textarea')));
  let isScrolling = false;
  const toBottom = () => {
    isScrolling = false;
    list.scrollTop = list.scrollHeight;
  };
  return (messages) => {
    list.append(...messages.map(row));
    // Once a frame: it makes the browser lay out everything.
    if (!isScrolling) requestAnimationFrame(toBottom);
    isScrolling = true;
  };
}
