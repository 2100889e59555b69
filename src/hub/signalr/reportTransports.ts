import { HttpTransportType } from '@microsoft/signalr';
import type { HubEvents } from '../hubClient';

const { WebSockets, ServerSentEvents } = HttpTransportType;

/** Reports that a transport is tried, and whether it was refused. SignalR reports neither. */
function reportTried(target: EventTarget, transport: number, events: HubEvents) {
  const onRefused = () => events.transportTried(0);
  target.addEventListener('error', onRefused);
  target.addEventListener('open', () => target.removeEventListener('error', onRefused));
  events.transportTried(transport);
}

/**
 * SignalR would wait for a socket that is still CONNECTING. A browser connects only one socket to a
 * host at a time, so the next attempt would wait for it too.
 */
export function watchedWebSocket(Base: typeof WebSocket, ended: AbortSignal, events: HubEvents) {
  return class extends Base {
    constructor(url: string) {
      super(url);
      reportTried(this, WebSockets, events);
      ended.addEventListener('abort', () => this.close());
    }
  };
}

/** If the stream ends during the first ping, SignalR resolves `start` and never calls `onclose`. */
export function watchedEventSource(Base: typeof EventSource, onEnd: () => void, events: HubEvents) {
  return class extends Base {
    constructor(url: string, init?: EventSourceInit) {
      super(url, init);
      reportTried(this, ServerSentEvents, events);
      this.addEventListener('open', () => this.addEventListener('error', onEnd));
    }
  };
}
