import type { ChatMessage } from '../../stand-in/state/conversations';
import { fetchHistory, isOwn } from './history';

function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const created = document.createElement(name);
  created.className = className;
  created.append(...children);
  return created;
}

function row(message: ChatMessage): HTMLElement {
  const time = element('time', '', message.timestamp.slice(11, 16));
  const bubble = element('div', 'bubble', element('p', '', message.text ?? ''), time);
  return element('div', isOwn(message) ? 'row own' : 'row', bubble);
}

/** Renders the chat by DOM calls, with a row for each message. */
export function renderVanilla(root: HTMLElement): void {
  const list = element('div', 'list');
  list.role = 'log';
  root.append(element('div', 'screen', list, document.createElement('textarea')));
  let isScrollPending = false;

  /** Appends messages and scrolls to the bottom, once per frame: `scrollHeight` forces a layout. */
  const append = (messages: ChatMessage[]) => {
    list.append(...messages.map(row));
    if (!isScrollPending)
      requestAnimationFrame(() => {
        isScrollPending = false;
        list.scrollTop = list.scrollHeight;
      });
    isScrollPending = true;
  };
  window.receiveMessage = (message) => append([message]);
  void fetchHistory().then(append);
}
