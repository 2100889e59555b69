import { postJson, REQUEST_TIMEOUT, type Session } from '../contract/clients';

/** A customer's open connection. */
export interface HostConnection {
  customerId: number;
  transport: 'WebSockets' | 'ServerSentEvents' | 'LongPolling';
}

/** A message as the host stores it. */
export interface StoredMessage {
  fromUserId: number;
  text: string | null;
  imageUrl: string | null;
  timestamp: string;
}

/** A hub method that was invoked; `OnConnectedAsync` for a new connection. */
export interface HostInvocation {
  target: string;
  arguments?: unknown[];
}

/** Client of the host's test-only endpoints. */
export class Control {
  constructor(private readonly url: string) {}

  /** Stores a message of the operator and delivers it live. */
  operatorSays(customerId: number, text: string | null, imageUrl?: string): Promise<unknown> {
    return this.#post('operator', { customerId, text, imageUrl });
  }

  /** Returns a customer's id and a token with the given lifetime. */
  async signIn(username: string, expiresInSeconds = 3600): Promise<Session> {
    const response = await this.#post('token', { username, expiresInSeconds });
    const { customerId, token } = (await response.json()) as { customerId: number; token: string };
    return { id: customerId, token };
  }

  /** Aborts every hub connection on the server. */
  abort(): Promise<unknown> {
    return this.#post('abort', {});
  }

  /** Makes this hub method throw; without an argument no method throws. */
  throwIn(method?: 'OnConnectedAsync' | 'SendMessage' | 'SendTyping'): Promise<unknown> {
    return this.#post('throw', { in: method });
  }

  connections(): Promise<HostConnection[]> {
    return this.#get('connections');
  }

  invocations(): Promise<HostInvocation[]> {
    return this.#get('invocations');
  }

  conversation(customerId: number): Promise<StoredMessage[]> {
    return this.#get(`conversation/${customerId}`);
  }

  async #post(action: string, value: object): Promise<Response> {
    const response = await postJson(`${this.url}/control/${action}`, value);
    if (!response.ok) throw new Error(`control/${action} responded ${response.status}`);
    return response;
  }

  async #get<T>(path: string): Promise<T> {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT);
    const response = await fetch(`${this.url}/control/${path}`, { signal });
    return (await response.json()) as T;
  }
}
