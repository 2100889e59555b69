import { startProvider, type Provider } from '../../stand-in/provider';

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
  const configuredUrl = process.env['CONTRACT_PROVIDER_URL'];
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
