import type { ChatMessage } from '../../stand-in/state/message';
import { customerId, host, token } from './pageParameters';

/** Requests the history by XMLHttpRequest, as the app does. */
export function fetchHistory(): Promise<ChatMessage[]> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', `${host}/api/66/messages/${customerId}`);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.onload = () => resolve(JSON.parse(request.responseText) as ChatMessage[]);
    request.send();
  });
}
