import type { ChatMessage } from '../../stand-in/state/conversations';
import { callAtRate } from '../messages';
import * as frames from './frames';
import * as latency from './latency';

/** Passes messages to a page that has no hub, at a fixed rate. */
const deliver = (messages: ChatMessage[], perSecond: number) =>
  callAtRate(messages, perSecond, (message) => {
    latency.recordArrival(message.text ?? '');
    window.receiveMessage?.(message);
  });

/** Injected into each page before its own scripts. */
const probe = { ...frames, ...latency, deliver };

declare global {
  interface Window {
    probe: typeof probe;
    /** Adds a live message to a reference page, which has no hub. */
    receiveMessage?: (message: ChatMessage) => void;
    /** Fetches the history of a reference page again. */
    refetchHistory?: () => void;
  }
}

window.probe = probe;
latency.recordSocketMessages();
latency.recordResponses();
