import { HubConnectionBuilder, NullLogger, type HubConnection } from '@microsoft/signalr';
import { parseUser } from '../../../src/session/claims';

/** Timeout of a request, in ms; longer than any test freezes a server. */
const REQUEST_TIMEOUT = 60_000;

/** A customer's id and token. */
export interface Session {
  readonly id: number;
  readonly token: string;
}

/** Logs a customer in. */
export async function logIn(url: string, username: string): Promise<Session> {
  const response = await postJson(`${url}/api/66/login`, { username, password: '' });
  const { newtoken: token } = (await response.json()) as { newtoken: string };
  return { id: parseUser(token)?.id ?? NaN, token };
}

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

/** Creates a SignalR connection without starting it. */
export const createConnection = (target: { url: string }, { id, token }: Session): HubConnection =>
  new HubConnectionBuilder()
    .withUrl(`${target.url}/chatHub66?userId=${id}`, { accessTokenFactory: () => token })
    .configureLogging(NullLogger.instance)
    .build();

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
    private readonly target: { url: string },
    private readonly session: Session,
  ) {}

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
