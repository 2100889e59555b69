import { startProvider, type Provider } from '../provider/provider';

/** The provider that the contract is checked against, and how to speak to it. */
export interface Target {
  readonly url: string;
  /** A customer of this phone number, signed in. */
  customer(phone: string): Promise<Session>;
  /** Makes the operator say something to a customer. */
  operatorSays(customerId: number, text: string): Promise<void>;
  stop(): Promise<void>;
}

/** A customer's id and token. */
export interface Session {
  readonly id: number;
  readonly token: string;
}

/**
 * The provider at `CONTRACT_PROVIDER_URL`, or a stand-in started for the purpose. A provider that
 * is not the stand-in needs `POST /control/operator {customerId, text}` for the live messages.
 */
export async function openTarget(): Promise<Target> {
  const given = process.env['CONTRACT_PROVIDER_URL'];
  const standIn: Provider | undefined = given ? undefined : await startProvider();
  const url = given ?? standIn?.url ?? '';
  return {
    url,
    customer: (phone) => signIn(url, phone),
    operatorSays: async (customerId, text) => {
      const answer = await postJson(`${url}/control/operator`, { customerId, text });
      if (!answer.ok) throw new Error(`The operator could not speak: ${answer.status}`);
    },
    stop: async () => standIn?.stop(),
  };
}

/** Posts a value as JSON. */
export function postJson(url: string, value: unknown, token?: string): Promise<Response> {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...authorization },
    body: JSON.stringify(value),
  });
}

async function signIn(url: string, phone: string): Promise<Session> {
  const answer = await postJson(`${url}/api/66/login`, { username: phone, password: '' });
  const { newtoken: token } = (await answer.json()) as { newtoken: string };
  return { id: idOf(token), token };
}

function idOf(token: string): number {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const claims = JSON.parse(payload) as Record<string, string>;
  const names = ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier', 'nameid'];
  return Number([...names, 'sub'].map((name) => claims[name]).find(Boolean));
}
