import type { HubConnection } from '@microsoft/signalr';
import { randomUUID } from 'node:crypto';
import { API_PREFIX, OPERATOR_ID } from '../../src/contract/constants';
import { parseUser } from '../../src/session/claims';
import { PNG, createConnection } from '../support/contract/clients';
import { until } from '../support/time/until';

/** The options of the command. */
export interface Options {
  /** The provider, without a slash at its end. */
  url: string;
  /** The number to log in with, such as +994501234567. */
  phone?: string | undefined;
  /** The token of a customer, instead of a number. */
  token?: string | undefined;
  /** The token of the operator, who writes to the customer. */
  operatorToken?: string | undefined;
  /** The origin of the page, if it is not the provider's own. */
  origin?: string | undefined;
  /** How long a history may lag and a live message may take, in ms. */
  timeout?: number | undefined;
}

/** Thrown by a check that cannot be made. The message says what it needs. */
export class NotChecked extends Error {}

/** @throws Error with the reason, which names no secret, unless the condition holds */
export function expectThat(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new Error(reason);
}

/** A call or field with its rule, and a check. Any error but NotChecked says that the provider breaks the rule. */
export type Duty = [name: string, check: (subject: Subject) => unknown];
export type Duties = Record<Duty[0], Duty[1]>;

/** A user id that no customer has. It fits into a C# int. */
export const OTHER_ID = 2_147_483_646;

interface Request {
  /** By default POST for a request with a body, GET for any other. */
  method?: 'POST' | 'OPTIONS';
  /** null sends no token. By default the customer's. */
  token?: string | null | undefined;
  headers?: Record<string, string>;
  json?: object;
  form?: FormData;
}

/** A message as the provider returned it, not parsed. */
export type Item = Record<string, unknown>;

export const isRelative = (imageUrl: string) => !/^([a-z][\w+.-]*:|[/\\]{2})/i.test(imageUrl);

/** Calls a function at the first call, and returns the same promise at each call. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => (made ??= make());
}

/** A provider and one of its customers. */
export class Subject {
  /** Marks the messages of this run. */
  readonly run = randomUUID().slice(0, 8);
  /** The options of `until` for a message that can take its time. */
  readonly wait: { timeout: number; interval: number };
  /** The cookies that the provider has set, as a Cookie header. */
  cookies = '';
  #connection: HubConnection | undefined;

  constructor(readonly options: Options) {
    this.wait = { timeout: options.timeout ?? 10_000, interval: 20 };
  }

  /** Sends a request to a path of the provider, and follows no redirect. */
  async request(
    path: string,
    { token, headers, json, form, method }: Request = {},
  ): Promise<Response> {
    const sent = token === undefined ? (await this.session()).token : token;
    const body = json ? JSON.stringify(json) : form;
    const response = await fetch(this.options.url + path, {
      method: method ?? (body ? 'POST' : 'GET'),
      redirect: 'manual',
      headers: {
        ...(sent !== null && { Authorization: `Bearer ${sent}` }),
        ...(json && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body }),
    });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    if (cookies.length > 0) this.cookies = cookies.join('; ');
    return response;
  }

  /** Makes one of the four calls. */
  call(name: string, request?: Request): Promise<Response> {
    return this.request(`${API_PREFIX}/${name}`, request);
  }

  /** Posts the number. @throws NotChecked without a number */
  readonly login = once(async (): Promise<Item> => {
    const { phone: username } = this.options;
    if (username === undefined) throw new NotChecked('needs --phone');
    const response = await this.call('login', { token: null, json: { username, password: '' } });
    expectThat(response.ok, `status ${response.status}`);
    return (await response.json()) as Item;
  });

  /** The token of the options or of the login. @throws NotChecked without a token */
  async newtoken(): Promise<string> {
    const none: Item = {};
    const token = this.options.token ?? (await this.login().catch(() => none)).newtoken;
    if (typeof token !== 'string') throw new NotChecked('needs newtoken');
    return token;
  }

  /** The token and its user, as the app reads them. @throws NotChecked without a token of a customer */
  readonly session = once(async () => {
    const token = await this.newtoken();
    const user = parseUser(token);
    if (!user || user.id === OPERATOR_ID) throw new NotChecked("needs a customer's token");
    return { token, id: user.id };
  });

  /** Returns the customer's history. @throws Error unless the response is an array */
  async history(): Promise<Item[]> {
    const response = await this.call(`messages/${(await this.session()).id}`);
    expectThat(response.ok, `status ${response.status}`);
    const items: unknown = await response.json().catch(() => undefined);
    expectThat(Array.isArray(items), 'no JSON array');
    return items as Item[];
  }

  upload(content: string | Buffer, name: string): Promise<Response> {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(Buffer.from(content))], name));
    return this.call('upload', { form });
  }

  /** Uploads an image. @returns `imageUrl` @throws Error if the response has none */
  async uploadImage(): Promise<string> {
    const response = await this.upload(PNG, 'a.png');
    expectThat(response.ok, `status ${response.status} for a PNG`);
    const { imageUrl } = (await response.json().catch(() => ({}))) as Item;
    expectThat(typeof imageUrl === 'string' && imageUrl !== '', 'no imageUrl');
    return imageUrl;
  }

  /** The URL of an image that is uploaded once. */
  readonly image = once(() => this.uploadImage());

  /** Returns the uploaded image's URL; null if there is none, or an absolute one. */
  async relativeImage(): Promise<string | null> {
    const imageUrl = await this.image().catch(() => '');
    return imageUrl !== '' && isRelative(imageUrl) ? imageUrl : null;
  }

  /** A message of the customer to the operator, as the app sends it. */
  async message(fields: Item = {}): Promise<Item> {
    const { id: fromUserId } = await this.session();
    const sent = { text: `Yoxlama ${this.run}`, imageUrl: null, timestamp: new Date() };
    return { fromUserId, toUserId: OPERATOR_ID, ...sent, ...fields };
  }

  /** Creates a connection to the hub without starting it. */
  async connection(token?: string): Promise<HubConnection> {
    const own = token ?? (await this.session()).token;
    return createConnection(this.options, { id: parseUser(own)?.id ?? 0, token: own });
  }

  /** Connects to the hub. @throws Error of the SignalR client */
  readonly hub = once(async () => {
    this.#connection = await this.connection();
    await this.#connection.start();
    return this.#connection;
  });

  /** Connects to the hub. @throws NotChecked if that fails */
  connected(): Promise<HubConnection> {
    return this.hub().catch(() => {
      throw new NotChecked('needs a connection to the hub');
    });
  }

  /**
   * Sends three messages as the app does: by POST, then through the hub.
   * @returns the history before and after, and the sent texts
   * @throws NotChecked if the provider rejects a message, or has no history
   */
  readonly exchange = once(async () => {
    try {
      const before = await this.history();
      const imageUrl = await this.relativeImage();
      const last = `üç ${this.run}`;
      const texts = [`bir ${this.run} ə😀<b>&"\n2`, `iki ${this.run}`, last];
      for (const text of texts) {
        const json = await this.message({ text, imageUrl: text === last ? imageUrl : null });
        const { status, ok } = await this.call('send', { json });
        expectThat(ok, `status ${status}`);
        await this.hub().then(
          (hub) => hub.invoke('SendMessage', json).catch(() => undefined),
          () => undefined,
        );
      }
      let after: Item[] = [];
      // Servers may rename the field and encode the text.
      const hasLast = async () => {
        after = await this.history();
        return JSON.stringify(after).includes(last);
      };
      await until(hasLast, { ...this.wait, interval: 250 });
      return { before, after, texts };
    } catch (error) {
      throw new NotChecked(`needs a history and a send that work (${(error as Error).message})`);
    }
  });

  /** Makes the operator write. @throws NotChecked without an operator */
  async operatorSays(customerId: number, text: string): Promise<void> {
    const { operatorToken: token } = this.options;
    if (token === undefined) throw new NotChecked('needs --operator-token');
    const json = await this.message({ fromUserId: OPERATOR_ID, toUserId: customerId, text });
    const { ok, status } = await this.call('send', { token, json });
    if (!ok) throw new NotChecked(`needs an operator who can write (status ${status})`);
    const connection = await this.connection(token);
    await connection.start();
    await connection.invoke('SendMessage', json);
    await connection.stop();
  }

  /** Closes the connection to the hub. */
  async close(): Promise<void> {
    await this.#connection?.stop();
  }
}
