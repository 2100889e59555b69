import WebSocket from 'ws';
import type { Session, Target } from './target';

/** The last character of every record. */
export const RECORD_END = '\x1e';

type HasUrl = Pick<Target, 'url'>;

/** A connection to the hub without a SignalR client; sends and receives raw text. */
export interface RawHub {
  send(frame: string): Promise<void>;
  /** Removes and returns the next `length` received characters; fewer if the hub ends first. */
  hear(length: number): Promise<string>;
  /** Everything received, by WebSocket frame, event or poll response. */
  readonly frames: readonly string[];
  /** Resolves when the hub has closed the connection. */
  readonly ended: Promise<void>;
  leave(): void;
}

/** Opens a raw connection, by name of the transport. */
export const RAW_TRANSPORTS = {
  WebSockets: openWebSocket,
  ServerSentEvents: openEventStream,
  LongPolling: openLongPolling,
} as const;

/** Sends a negotiate request. */
export function negotiate(target: HasUrl, session: Session): Promise<Response> {
  const url = `${target.url}/chatHub66/negotiate?userId=${session.id}&negotiateVersion=1`;
  return fetch(url, { method: 'POST', headers: bearer(session) });
}

/** Negotiates and returns the hub URL with the connection token. */
export async function negotiatedUrl(target: HasUrl, session: Session): Promise<string> {
  const response = await negotiate(target, session);
  const { connectionToken } = (await response.json()) as { connectionToken: string };
  return `${target.url}/chatHub66?userId=${session.id}&id=${connectionToken}`;
}

/** Returns the Authorization header of a session. */
export function bearer({ token }: Session): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

async function openWebSocket(target: HasUrl, session: Session): Promise<RawHub> {
  const url = (await negotiatedUrl(target, session)).replace(/^http/, 'ws');
  const socket = new WebSocket(url, { headers: bearer(session) });
  const received = new ReceivedText();
  socket.on('message', (data: Buffer) => received.add(data.toString('utf8')));
  socket.on('close', () => received.end());
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  const send = (frame: string): Promise<void> =>
    new Promise((resolve) => socket.send(frame, () => resolve()));
  return received.toRawHub(send, () => socket.terminate());
}

async function openEventStream(target: HasUrl, session: Session): Promise<RawHub> {
  const url = await negotiatedUrl(target, session);
  const abort = new AbortController();
  const headers = { ...bearer(session), Accept: 'text/event-stream' };
  const stream = await fetch(url, { headers, signal: abort.signal });
  const received = new ReceivedText();
  void readEvents(stream, received);
  const send = (frame: string): Promise<void> => post(url, session, frame);
  return received.toRawHub(send, () => abort.abort());
}

async function openLongPolling(target: HasUrl, session: Session): Promise<RawHub> {
  const url = await negotiatedUrl(target, session);
  const abort = new AbortController();
  const poll = (): Promise<Response> =>
    fetch(url, { headers: bearer(session), signal: abort.signal });
  await (await poll()).text();
  const received = new ReceivedText();
  const pollUntilClosed = async (): Promise<void> => {
    const response = await poll();
    if (response.status !== 200) {
      received.end();
      return;
    }
    received.add(await response.text());
    return pollUntilClosed();
  };
  pollUntilClosed().catch(() => received.end());
  const send = (frame: string): Promise<void> => post(url, session, frame);
  return received.toRawHub(send, () => abort.abort());
}

async function readEvents(stream: Response, received: ReceivedText): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of stream.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const events = text.split('\r\n\r\n');
      text = events.pop() ?? '';
      events.forEach((event) => received.add(event.replace(/^:\r\n/, '').replace(/^data: /, '')));
    }
  } catch {
    // `leave` aborted the request.
  }
  received.end();
}

async function post(url: string, session: Session, frame: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers: bearer(session), body: frame });
  if (response.status !== 200) throw new Error(`The hub rejected a POST: ${response.status}`);
}

/** Received text that has not been returned by `hear`. */
class ReceivedText {
  readonly #frames: string[] = [];
  #text = '';
  #notify = (): void => undefined;
  end = (): void => undefined;
  readonly ended = new Promise<void>((resolve) => {
    this.end = resolve;
  });

  toRawHub(send: RawHub['send'], leave: () => void): RawHub {
    return { send, hear: this.take, frames: this.#frames, ended: this.ended, leave };
  }

  add(text: string): void {
    this.#frames.push(text);
    this.#text += text;
    this.#notify();
  }

  readonly take = async (length: number): Promise<string> => {
    const isEnded = this.ended.then(() => undefined);
    while (this.#text.length < length) {
      const more = new Promise<boolean>((resolve) => (this.#notify = () => resolve(true)));
      if (!(await Promise.race([more, isEnded]))) break;
    }
    const text = this.#text.slice(0, length);
    this.#text = this.#text.slice(text.length);
    return text;
  };
}
