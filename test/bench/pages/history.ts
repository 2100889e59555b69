import type { ChatMessage } from '../../stand-in/state/conversations';

const parameters = new URLSearchParams(location.search);
const parameter = (name: string) => parameters.get(name) ?? '';

export const subject = parameter('subject');
export const isOwn = ({ fromUserId }: ChatMessage) => fromUserId === Number(parameter('id'));

/** Requests the history with `fetch` and parses it, as the app does. */
export async function fetchHistory(): Promise<ChatMessage[]> {
  const headers = { Authorization: `Bearer ${parameter('token')}` };
  const response = await fetch(parameter('history'), { headers, cache: 'no-store' });
  return JSON.parse(await response.text()) as ChatMessage[];
}
