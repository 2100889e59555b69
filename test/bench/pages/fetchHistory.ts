import { boundedFetch } from '../../../src/services/boundedFetch';
import type { ChatMessage } from '../../stand-in/state/message';
import { customerId, host, token } from './pageParameters';

/** Requests the history with `fetch` and parses it, as the app does. */
export async function fetchHistory(): Promise<ChatMessage[]> {
  const url = `${host}/api/66/messages/${customerId}`;
  const init: RequestInit = { headers: { Authorization: `Bearer ${token}` }, cache: 'no-store' };
  const { text } = await boundedFetch(url, init, false);
  return JSON.parse(text) as ChatMessage[];
}
