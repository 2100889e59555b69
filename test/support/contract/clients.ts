import {
  HubConnectionBuilder,
  HttpTransportType,
  NullLogger,
  type HubConnection,
} from '@microsoft/signalr';
import WebSocket, { type ClientOptions } from 'ws';
import { startProvider, type Provider, type ProviderOptions } from '../../stand-in/provider';

/** Timeout of a request, in ms; longer than any test freezes a server. */
export const REQUEST_TIMEOUT = 60_000;

/** The provider under test. */
export interface Target {
  readonly url: string;
  /** Signs in. */
  signIn(phone: string): Promise<Session>;
  /** Sends a live message of the operator. */
  operatorSays(customerId: number, text: string): Promise<void>;
  stop(): Promise<void>;
}

/** A customer's id and token. */
export interface Session {
  readonly id: number;
  readonly token: string;
}

/**
 * Opens the provider at `CONTRACT_PROVIDER_URL`, or starts a stand-in. Another provider needs
 * `POST /control/operator {customerId, text}`, which sends a live message.
 */
export async function openTarget(): Promise<Target> {
  const configuredUrl = process.env.CONTRACT_PROVIDER_URL;
  const standIn: Provider | undefined = configuredUrl ? undefined : await startProvider();
  const url = configuredUrl ?? standIn?.url ?? '';
  return {
    url,
    signIn: (phone) => signIn(url, phone),
    operatorSays: async (customerId, text) => {
      const response = await postJson(`${url}/control/operator`, { customerId, text });
      if (!response.ok) throw new Error(`The operator's message failed: ${response.status}`);
    },
    stop: async () => standIn?.stop(),
  };
}

/**
 * Posts a value as JSON.
 * @param token sent as Bearer header
 * @throws TimeoutError after `REQUEST_TIMEOUT`
 */
export function postJson(url: string, value: unknown, token?: string): Promise<Response> {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...authorization },
    body: JSON.stringify(value),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  });
}

async function signIn(url: string, phone: string): Promise<Session> {
  const response = await postJson(`${url}/api/66/login`, { username: phone, password: '' });
  const { newtoken: token } = (await response.json()) as { newtoken: string };
  return { id: idOf(token), token };
}

function idOf(token: string): number {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const claims = JSON.parse(payload) as Record<string, string>;
  const names = ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier', 'nameid'];
  return Number([...names, 'sub'].map((name) => claims[name]).find(Boolean));
}

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

/** A PNG of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Makes the REST calls of one customer. */
export class RestClient {
  constructor(
    private readonly target: Pick<Target, 'url'>,
    private readonly session: Session,
  ) {}

  messages(userId = this.session.id): Promise<Response> {
    return fetch(`${this.target.url}/api/66/messages/${userId}`, { headers: this.#headers() });
  }

  /** Sends a message; missing fields have the values that the app sends. */
  send(message: Record<string, unknown>): Promise<Response> {
    const full = { ...makeMessage(this.session.id), ...message };
    return postJson(`${this.target.url}/api/66/send`, full, this.session.token);
  }

  upload(bytes: Buffer, name = 'a.png'): Promise<Response> {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(bytes)], name));
    const url = `${this.target.url}/api/66/upload`;
    return fetch(url, { method: 'POST', headers: this.#headers(), body: form });
  }

  #headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.session.token}` };
  }
}

/** A message with the fields that the app sends. */
export function makeMessage(fromUserId: number): Record<string, unknown> {
  const timestamp = '2024-03-05T08:30:00.123Z';
  return { fromUserId, toUserId: 1, text: 'Salam', imageUrl: null, timestamp };
}

/** Handles each frame in a turn of the event loop of its own, as browsers do. */
class BrowserLikeWebSocket extends WebSocket {
  constructor(url: string, protocols?: string | string[], options?: ClientOptions) {
    super(url, protocols, { ...options, allowSynchronousEvents: false });
  }
}

/** An option of the SignalR client, which its types do not have. */
const BROWSER_LIKE = { WebSocket: BrowserLikeWebSocket };

/** A stand-in of a test's own, with one signed-in customer. */
export interface StandIn {
  readonly provider: Provider;
  readonly customer: Session;
  readonly client: RestClient;
  /** Creates a connection of the customer without starting it. */
  connection(transport?: HttpTransportType | 'any'): HubConnection;
}

/** Starts a stand-in for a test that changes its switches. */
export async function openStandIn(options: ProviderOptions = {}): Promise<StandIn> {
  const provider = await startProvider(options);
  const { id } = provider.customerFor('+994501234567');
  const customer = { id, token: provider.tokenFor('+994501234567') };
  const connection: StandIn['connection'] = (transport = HttpTransportType.WebSockets) =>
    new HubConnectionBuilder()
      .withUrl(`${provider.url}/chatHub66?userId=${id}`, {
        ...BROWSER_LIKE,
        ...(transport !== 'any' && { transport }),
        accessTokenFactory: () => customer.token,
      })
      .configureLogging(NullLogger.instance)
      .build();
  return { provider, customer, client: new RestClient(provider, customer), connection };
}

/** Resolves with the arguments of the next event. */
export function nextEvent(connection: HubConnection, event = 'ReceiveMessage'): Promise<unknown[]> {
  return new Promise((resolve) => connection.on(event, (...args: unknown[]) => resolve(args)));
}

/** Resolves with the error when the connection closes. */
export function nextClose(connection: HubConnection): Promise<Error | undefined> {
  return new Promise((resolve) => connection.onclose(resolve));
}
