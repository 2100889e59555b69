import type { ChatMessage } from '../../stand-in/state/conversations';
import { customerId, fetchHistory, rootElement } from './page';

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

const list = element('div', 'list');
list.role = 'log';
rootElement().append(element('div', 'screen', list, document.createElement('textarea')));
let isScrollPending = false;

/** Appends messages and scrolls to the bottom, once per frame: `scrollHeight` forces a layout. */
function append(messages: ChatMessage[]): void {
  list.append(...messages.map(row));
  if (!isScrollPending)
    requestAnimationFrame(() => {
      isScrollPending = false;
      list.scrollTop = list.scrollHeight;
    });
  isScrollPending = true;
}

window.receiveMessage = (message) => append([message]);
void fetchHistory().then(append);
