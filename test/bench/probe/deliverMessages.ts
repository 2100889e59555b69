import type { ChatMessage } from '../../stand-in/state/message';
import { callAtRate } from '../callAtRate';
import { recordArrival } from './arrivals';

let delivery = new AbortController();

/** Passes a live message to a page that has no hub. */
export function deliver(message: ChatMessage): void {
  recordArrival(message.text ?? '');
  window.receiveMessage?.(message);
}

/** Starts to pass messages to a page that has no hub, at a fixed rate. */
export function startDelivery(messages: ChatMessage[], perSecond: number): void {
  delivery = new AbortController();
  void callAtRate(messages, perSecond, deliver, delivery.signal);
}

/** Stops the messages of `startDelivery`. */
export function stopDelivery(): void {
  delivery.abort();
}
