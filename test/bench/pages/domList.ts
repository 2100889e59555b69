import type { ChatMessage } from '../../stand-in/state/message';
import { customerId } from './pageParameters';
import { rootElement } from './rootElement';

function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const created = document.createElement(name);
  created.className = className;
  created.append(...children);
  return created;
}

function row({ fromUserId, text, timestamp }: ChatMessage): HTMLElement {
  const time = element('time', '', timestamp.slice(11, 16));
  const bubble = element('div', 'bubble', element('p', '', text ?? ''), time);
  return element('div', fromUserId === customerId ? 'row own' : 'row', bubble);
}

/** Creates a list and an input without a library. @returns appends messages and scrolls to the bottom */
export function createDomList(): (messages: ChatMessage[]) => void {
  const list = element('div', 'list');
  list.role = 'log';
  rootElement().append(element('div', 'screen', list, document.createElement('textarea')));
  let isScrollPending = false;
  const scrollToBottom = () => {
    isScrollPending = false;
    list.scrollTop = list.scrollHeight;
  };
  return (messages) => {
    list.append(...messages.map(row));
    // Once per frame, because reading scrollHeight forces a layout of all rows.
    if (!isScrollPending) requestAnimationFrame(scrollToBottom);
    isScrollPending = true;
  };
}
