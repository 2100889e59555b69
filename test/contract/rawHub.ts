import WebSocket from 'ws';
import type { Session, Target } from './target';

/** The end of a record, and how golden files show it. */
export const RECORD_END = '\x1e';

type Provides = Pick<Target, 'url'>;

/** A connection to the hub without any client library: what is sent and heard is bytes. */
export interface RawHub {
  send(frame: string): Promise<void>;
  /** Everything heard so far and until now nobody asked for, once it is at least this long. */
  hear(length: number): Promise<string>;
  /** Resolves when the hub has ended the connection. */
  readonly ended: Promise<void>;
  leave(): void;
}

/** Ways to open a raw connection, by the name of the transport. */
export const RAW_TRANSPORTS = {
  WebSockets: openWebSocket,
  ServerSentEvents: openEventStream,
  LongPolling: openLongPolling,
} as const;

/** Asks the hub for a place; the answer is as it came. */
export function negotiate(
  target: Pick<Target, 'url'>,
  session: Session,
  query = '',
): Promise<Response> {
  const url = `${target.url}/chatHub66/negotiate?userId=${session.id}${query}`;
  return fetch(url, { method: 'POST', headers: bearer(session) });
}

/** The address of the hub for a place of its own. */
export async function hubUrl(target: Provides, session: Session): Promise<string> {
  const answer = await negotiate(target, session, '&negotiateVersion=1');
  const { connectionToken } = (await answer.json()) as { connectionToken: string };
  return `${target.url}/chatHub66?userId=${session.id}&id=${connectionToken}`;
}

/** The header that carries a session's token. */
export function bearer({ token }: Session): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

async function openWebSocket(target: Provides, session: Session): Promise<RawHub> {
  const url = (await hubUrl(target, session)).replace(/^http/, 'ws');
  const socket = new WebSocket(url, { headers: bearer(session) });
  const heard = new Heard();
  socket.on('message', (data: Buffer) => heard.add(data.toString('utf8')));
  socket.on('close', () => heard.end());
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  const send = (frame: string): Promise<void> =>
    new Promise((resolve) => socket.send(frame, () => resolve()));
  return { send, hear: heard.take, ended: heard.ended, leave: () => socket.terminate() };
}

async function openEventStream(target: Provides, session: Session): Promise<RawHub> {
  const url = await hubUrl(target, session);
  const leaving = new AbortController();
  const headers = { ...bearer(session), Accept: 'text/event-stream' };
  const stream = await fetch(url, { headers, signal: leaving.signal });
  const heard = new Heard();
  void readEvents(stream, heard);
  const send = (frame: string): Promise<void> => post(url, session, frame);
  return { send, hear: heard.take, ended: heard.ended, leave: () => leaving.abort() };
}

async function openLongPolling(target: Provides, session: Session): Promise<RawHub> {
  const url = await hubUrl(target, session);
  const leaving = new AbortController();
  const poll = (): Promise<Response> =>
    fetch(url, { headers: bearer(session), signal: leaving.signal });
  await (await poll()).text();
  const heard = new Heard();
  const repeat = async (): Promise<void> => {
    const answer = await poll();
    if (answer.status !== 200) {
      heard.end();
      return;
    }
    heard.add(await answer.text());
    return repeat();
  };
  repeat().catch(() => heard.end());
  const send = (frame: string): Promise<void> => post(url, session, frame);
  return { send, hear: heard.take, ended: heard.ended, leave: () => leaving.abort() };
}

async function readEvents(stream: Response, heard: Heard): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of stream.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const events = text.split('\r\n\r\n');
      text = events.pop() ?? '';
      events.forEach((event) => heard.add(event.replace(/^:\r\n/, '').replace(/^data: /, '')));
    }
  } catch {
    // The client left.
  }
  heard.end();
}

async function post(url: string, session: Session, frame: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers: bearer(session), body: frame });
  if (answer.status !== 200) throw new Error(`The hub took no post: ${answer.status}`);
}

class Heard {
  #text = '';
  #look = (): void => undefined;
  end = (): void => undefined;
  readonly ended = new Promise<void>((resolve) => {
    this.end = resolve;
  });

  add(text: string): void {
    this.#text += text;
    this.#look();
  }

  readonly take = async (length: number): Promise<string> => {
    const isEnded = this.ended.then(() => undefined);
    while (this.#text.length < length) {
      const more = new Promise<boolean>((resolve) => (this.#look = () => resolve(true)));
      if (!(await Promise.race([more, isEnded]))) break;
    }
    const taken = this.#text.slice(0, length);
    this.#text = this.#text.slice(taken.length);
    return taken;
  };
}
