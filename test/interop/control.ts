import { postJson, type Session } from '../contract/target';

/** A connection of a customer's, and how it is made. */
export interface HostConnection {
  customerId: number;
  transport: 'WebSockets' | 'ServerSentEvents' | 'LongPolling';
}

/** A message as the host has stored it. */
export interface StoredMessage {
  fromUserId: number;
  text: string | null;
  imageUrl: string | null;
  timestamp: string;
}

/** A hub method that was called, or a connection that came. */
export interface HostInvocation {
  target: string;
  arguments?: unknown[];
}

/** The test-only calls of the host. */
export class Control {
  constructor(private readonly url: string) {}

  /** Stores what the operator says and delivers it live. */
  operatorSays(customerId: number, text: string | null, imageUrl?: string): Promise<unknown> {
    return this.#order('operator', { customerId, text, imageUrl });
  }

  /** A customer's token with a lifetime of its own. */
  async signIn(username: string, expiresInSeconds = 3600): Promise<Session> {
    const answer = await this.#order('token', { username, expiresInSeconds });
    const { customerId, token } = (await answer.json()) as { customerId: number; token: string };
    return { id: customerId, token };
  }

  /** Lets the server abort every connection. */
  abort(): Promise<unknown> {
    return this.#order('abort', {});
  }

  /** Makes a method of the hub throw, or none. */
  throwIn(method?: 'OnConnectedAsync' | 'SendMessage' | 'SendTyping'): Promise<unknown> {
    return this.#order('throw', { in: method });
  }

  connections(): Promise<HostConnection[]> {
    return this.#read('connections');
  }

  invocations(): Promise<HostInvocation[]> {
    return this.#read('invocations');
  }

  conversation(customerId: number): Promise<StoredMessage[]> {
    return this.#read(`conversation/${customerId}`);
  }

  async #order(action: string, value: object): Promise<Response> {
    const answer = await postJson(`${this.url}/control/${action}`, value);
    if (!answer.ok) throw new Error(`${action}: ${answer.status}`);
    return answer;
  }

  async #read<T>(what: string): Promise<T> {
    return (await (await fetch(`${this.url}/control/${what}`)).json()) as T;
  }
}
