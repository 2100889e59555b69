import type { ChatMessage } from '../../provider/message';

const parameters = new URLSearchParams(location.search);
const read = (name: string) => parameters.get(name) ?? '';

/** Whom the page belongs to and whom it asks, as its address says. */
export const host = read('host');
export const customerId = Number(read('id'));
export const token = read('token');

/** Asks the provider for the conversation, as the app does. */
export async function fetchHistory(): Promise<ChatMessage[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${host}/api/66/messages/${customerId}`, { headers });
  return (await answer.json()) as ChatMessage[];
}

/** The element that a page is drawn into. */
export function rootElement(): HTMLElement {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id "root".');
  return root;
}
