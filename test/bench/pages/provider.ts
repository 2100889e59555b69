import type { ChatMessage } from '../../provider/message';

const parameters = new URLSearchParams(location.search);
const read = (name: string) => parameters.get(name) ?? '';

/** Whom the page belongs to and whom it asks, as its address says. */
export const host = read('host');
export const customerId = Number(read('id'));
export const token = read('token');

/** Asks the provider for the conversation, as the app does. */
export function fetchHistory(): Promise<ChatMessage[]> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', `${host}/api/66/messages/${customerId}`);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.onload = () => resolve(JSON.parse(request.responseText) as ChatMessage[]);
    request.send();
  });
}

/** The element that a page is drawn into. */
export function rootElement(): HTMLElement {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id "root".');
  return root;
}
