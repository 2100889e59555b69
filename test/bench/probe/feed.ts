import type { ChatMessage } from '../../provider/message';
import { pace } from '../pace';
import { noteArrival } from './arrivals';

let ending = new AbortController();

/** Gives a page without a hub a message. */
export function feed(message: ChatMessage): void {
  noteArrival(message.text ?? '');
  window.feed?.(message);
}

/** Gives a page without a hub messages, so many a second. */
export function startFeeding(messages: ChatMessage[], perSecond: number): void {
  ending = new AbortController();
  void pace(messages, perSecond, feed, ending.signal);
}

/** Gives no more of them. */
export function stopFeeding(): void {
  ending.abort();
}
