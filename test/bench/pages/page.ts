import { boundedFetch } from '../../../src/services/boundedFetch';
import type { ChatMessage } from '../../stand-in/state/conversations';

const parameters = new URLSearchParams(location.search);
const parameter = (name: string) => parameters.get(name) ?? '';
export const customerId = Number(parameter('id'));

/** Requests the history with `fetch` and parses it, as the app does. */
export async function fetchHistory(): Promise<ChatMessage[]> {
  const url = `${parameter('host')}/api/66/messages/${customerId}`;
  const headers = { Authorization: `Bearer ${parameter('token')}` };
  const { text } = await boundedFetch(url, { headers, cache: 'no-store' }, false);
  return JSON.parse(text) as ChatMessage[];
}

/** Returns the element that a page renders into. */
export function rootElement(): HTMLElement {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id "root".');
  return root;
}
