import {
  HttpTransportType,
  HubConnectionBuilder,
  NullLogger,
  TransferFormat,
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
  const standIn = process.env.CONTRACT_PROVIDER_URL ? undefined : await startProvider();
  const url = process.env.CONTRACT_PROVIDER_URL ?? standIn?.url ?? '';
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

/** Signs a customer in. */
export async function signIn(url: string, username: string): Promise<Session> {
  const response = await postJson(`${url}/api/66/login`, { username, password: '' });
  const { newtoken: token } = (await response.json()) as { newtoken: string };
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  return { id: Number((JSON.parse(payload) as Record<string, string>)[ID_CLAIM]), token };
}

/** The claim with the customer's id. */
export const ID_CLAIM = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier';

/**
 * Posts a value as JSON.
 * @param token sent as Bearer header
 * @throws TimeoutError after `REQUEST_TIMEOUT`
 */
export function postJson(url: string, value: unknown, token?: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token !== undefined && bearer({ token })) },
    body: JSON.stringify(value),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  });
}

/** Returns the Authorization header of a session. */
export const bearer = ({ token }: Pick<Session, 'token'>) => ({ Authorization: `Bearer ${token}` });

type HasUrl = Pick<Target, 'url'>;

/** Sends a negotiate request. */
export function negotiate(target: HasUrl, session: Session): Promise<Response> {
  const url = `${target.url}/chatHub66/negotiate?userId=${session.id}&negotiateVersion=1`;
  return fetch(url, { method: 'POST', headers: bearer(session) });
}

/** Handles each frame in a turn of the event loop of its own, as browsers do. */
class BrowserLikeWebSocket extends WebSocket {
  constructor(url: string, protocols?: string | string[], options?: ClientOptions) {
    super(url, protocols, { ...options, allowSynchronousEvents: false });
  }
}

/** An option of the SignalR client, which its types do not have. */
const BROWSER_LIKE = { WebSocket: BrowserLikeWebSocket };

/** Creates a SignalR connection without starting it. */
export const createConnection = (
  target: HasUrl,
  { id, token }: Session,
  transport: HttpTransportType,
): HubConnection =>
  new HubConnectionBuilder()
    .withUrl(`${target.url}/chatHub66?userId=${id}`, {
      ...BROWSER_LIKE,
      transport,
      accessTokenFactory: () => token,
    })
    .configureLogging(NullLogger.instance)
    .build();

/** The last character of every record. */
export const RECORD_END = '\x1e';
export const HANDSHAKE = `{"protocol":"json","version":1}${RECORD_END}`;

/** The transports of SignalR's client, which `HubConnection` does not export. */
interface HttpConnection {
  start(format: TransferFormat): Promise<void>;
  send(text: string): Promise<void>;
  stop(): Promise<void>;
  onreceive: (text: string) => void;
  onclose: () => void;
}

/** A connection to the hub without SignalR's protocol; sends and receives raw text. */
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

async function openRaw(target: HasUrl, session: Session, transport: HttpTransportType) {
  const hub = createConnection(target, session, transport);
  const connection = Reflect.get(hub, 'connection') as HttpConnection;
  const frames: string[] = [];
  let text = '';
  let notify = (): void => undefined;
  connection.onreceive = (frame) => {
    frames.push(frame);
    text += frame;
    notify();
  };
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    connection.onclose = () => {
      isEnded = true;
      notify();
      resolve();
    };
  });
  await connection.start(TransferFormat.Text);
  const hear = async (length: number): Promise<string> => {
    while (text.length < length && !isEnded) {
      await new Promise<void>((resolve) => (notify = resolve));
    }
    const heard = text.slice(0, length);
    text = text.slice(heard.length);
    return heard;
  };
  const leave = (): void => void connection.stop().catch(() => undefined);
  return { send: (frame: string) => connection.send(frame), hear, frames, ended, leave };
}

type OpenRaw = (target: HasUrl, session: Session) => Promise<RawHub>;

/** Opens a raw connection, by name of the transport. */
export const RAW_TRANSPORTS: Record<'WebSockets' | 'ServerSentEvents' | 'LongPolling', OpenRaw> = {
  WebSockets: (target, session) => openRaw(target, session, HttpTransportType.WebSockets),
  ServerSentEvents: (target, session) =>
    openRaw(target, session, HttpTransportType.ServerSentEvents),
  LongPolling: (target, session) => openRaw(target, session, HttpTransportType.LongPolling),
};

/** A PNG of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A message with the fields that the app sends. */
export function makeMessage(fromUserId: number): Record<string, unknown> {
  const timestamp = '2024-03-05T08:30:00.123Z';
  return { fromUserId, toUserId: 1, text: 'Salam', imageUrl: null, timestamp };
}

/** Makes the REST calls of one customer. */
export class RestClient {
  constructor(
    private readonly target: HasUrl,
    private readonly session: Session,
  ) {}

  messages(userId = this.session.id): Promise<Response> {
    return fetch(`${this.target.url}/api/66/messages/${userId}`, { headers: bearer(this.session) });
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
    return fetch(url, { method: 'POST', headers: bearer(this.session), body: form });
  }
}

/** A stand-in of a test's own, with one signed-in customer. */
export interface StandIn {
  readonly provider: Provider;
  readonly customer: Session;
  readonly client: RestClient;
  /** Creates a WebSocket connection of the customer without starting it. */
  connection(): HubConnection;
}

/** Starts a stand-in for a test that changes its switches. */
export async function openStandIn(options: ProviderOptions = {}): Promise<StandIn> {
  const provider = await startProvider(options);
  const { id } = provider.customerFor('+994501234567');
  const customer = { id, token: provider.tokenFor('+994501234567') };
  return {
    provider,
    customer,
    client: new RestClient(provider, customer),
    connection: () => createConnection(provider, customer, HttpTransportType.WebSockets),
  };
}

/** Resolves with the arguments of the next `ReceiveMessage`. SignalR ignores the case. */
export const nextEvent = (connection: HubConnection): Promise<unknown[]> =>
  new Promise((resolve) => connection.on('receivemessage', (...args: unknown[]) => resolve(args)));
