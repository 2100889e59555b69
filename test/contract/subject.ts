import { HubConnectionBuilder, NullLogger, type HubConnection } from '@microsoft/signalr';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { parseUser, type User } from '../../src/session/claims';
import { API_PREFIX, HUB_PATH, OPERATOR_ID } from '../../src/contract/constants';
import { PNG } from '../support/contract/clients';
import { NotChecked, expectThat } from './duty';

/** The options of the command. */
export interface Options {
  /** The provider, without a slash at its end. */
  url: string;
  /** The number to sign in with, such as +994501234567. */
  phone?: string | undefined;
  /** The token of a customer, instead of a number. */
  token?: string | undefined;
  /** The token of the operator, who writes to the customer. */
  operatorToken?: string | undefined;
  /** An address where a POST of `{ customerId, text }` makes the operator write. */
  push?: string | undefined;
  /** The origin of the page, if it is not the provider's own. */
  origin?: string | undefined;
  /** How long a history may lag and a live message may take, in ms. */
  patience?: number | undefined;
}

/** A user id that no customer has. It fits into a C# int. */
export const OTHER_ID = 2_147_483_646;

/** How long the check waits for a message, in ms. */
const PATIENCE = 10_000;

interface Request {
  method?: 'GET' | 'POST' | 'OPTIONS';
  /** null sends no token. By default the customer's. */
  token?: string | null;
  headers?: Record<string, string>;
  json?: object;
  form?: FormData;
}

/** A message as the provider returned it, not parsed. */
export type Item = Record<string, unknown>;
const NONE: Item = {};

/** The history before and after the check has sent messages, and the texts that it has sent. */
export interface Exchange {
  before: Item[];
  after: Item[];
  texts: string[];
  /** The image of the last message. */
  imageUrl: string | null;
}

export const isRelative = (imageUrl: string) => !/^([a-z][\w+.-]*:|[/\\]{2})/i.test(imageUrl);

/** A provider and one of its customers. Each thing is done once, when the first duty asks for it. */
export class Subject {
  /** Marks the messages of this run. */
  readonly run = randomUUID().slice(0, 8);
  readonly patience: number;
  /** The cookies that the provider has set, as a Cookie header. */
  cookies = '';
  readonly #done = new Map<() => unknown, Promise<unknown>>();

  constructor(readonly options: Options) {
    this.patience = options.patience ?? PATIENCE;
  }

  /** Sends a request to a path of the provider, and follows no redirect. */
  async request(
    path: string,
    { method = 'GET', token, headers = {}, json, form }: Request = {},
  ): Promise<Response> {
    const sent = token === undefined ? (await this.session()).token : token;
    const response = await fetch(this.options.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(sent !== null && { Authorization: `Bearer ${sent}` }),
        ...(json && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json && { body: JSON.stringify(json) }),
      ...(form && { body: form }),
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
  readonly login = (): Promise<Item> =>
    this.#once(this.login, async () => {
      const { phone } = this.options;
      if (phone === undefined) throw new NotChecked('needs --phone');
      const json = { username: phone, password: '' };
      const response = await this.call('login', { method: 'POST', token: null, json });
      expectThat(response.ok, `status ${response.status}`);
      return (await response.json()) as Item;
    });

  /** The token of the options or of the login. @throws NotChecked without a token */
  async newtoken(): Promise<string> {
    const { newtoken } =
      this.options.token === undefined ? await this.login().catch(() => NONE) : NONE;
    const token = this.options.token ?? newtoken;
    if (typeof token !== 'string') throw new NotChecked('needs newtoken');
    return token;
  }

  /** The token and its user, as the app reads them. @throws NotChecked without a token of a customer */
  readonly session = (): Promise<{ token: string; user: User }> =>
    this.#once(this.session, async () => {
      const token = await this.newtoken();
      const user = parseUser(token);
      if (!user || user.id === OPERATOR_ID) throw new NotChecked("needs a customer's token");
      return { token, user };
    });

  /** Returns the customer's history. @throws Broken unless the response is an array */
  async history(): Promise<Item[]> {
    const { user } = await this.session();
    const response = await this.call(`messages/${user.id}`);
    expectThat(response.ok, `status ${response.status}`);
    const items = (await response.json().catch(() => undefined)) as unknown;
    expectThat(Array.isArray(items), 'no JSON array');
    return items as Item[];
  }

  /** Uploads a file. */
  upload(content: string | Buffer, name: string): Promise<Response> {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(Buffer.from(content))], name));
    return this.call('upload', { method: 'POST', form });
  }

  /** Uploads an image. @returns `imageUrl` @throws Broken if the response has none */
  readonly image = (): Promise<string> => this.#once(this.image, () => this.#uploadImage());
  /** Uploads the same image again. */
  readonly sameImage = (): Promise<string> => this.#once(this.sameImage, () => this.#uploadImage());

  /** Returns the uploaded image's URL; null if there is none, or an absolute one. */
  readonly relativeImage = async (): Promise<string | null> => {
    const imageUrl = await this.image().catch(() => '');
    return imageUrl !== '' && isRelative(imageUrl) ? imageUrl : null;
  };

  async #uploadImage(): Promise<string> {
    const response = await this.upload(PNG, 'a.png');
    expectThat(response.ok, `status ${response.status} for a PNG`);
    const { imageUrl } = (await response.json().catch(() => ({}))) as Item;
    expectThat(typeof imageUrl === 'string' && imageUrl !== '', 'no imageUrl');
    return imageUrl;
  }

  /** A message of the customer to the operator, as the app sends it. */
  async message(fields: Item = {}): Promise<Item> {
    const { user } = await this.session();
    const timestamp = new Date().toISOString();
    const text = `Yoxlama ${this.run}`;
    return {
      fromUserId: user.id,
      toUserId: OPERATOR_ID,
      text,
      imageUrl: null,
      timestamp,
      ...fields,
    };
  }

  async send(fields: Item): Promise<Response> {
    return this.call('send', { method: 'POST', json: await this.message(fields) });
  }

  /** Creates a connection to the hub without starting it. */
  async connection(token?: string): Promise<HubConnection> {
    const session = await this.session();
    const own = token ?? session.token;
    return new HubConnectionBuilder()
      .withUrl(`${this.options.url}${HUB_PATH}?userId=${parseUser(own)?.id ?? 0}`, {
        accessTokenFactory: () => own,
      })
      .configureLogging(NullLogger.instance)
      .build();
  }

  /** Connects to the hub. @throws Error of the SignalR client */
  readonly hub = (): Promise<HubConnection> =>
    this.#once(this.hub, async () => {
      const connection = await this.connection();
      await connection.start();
      return connection;
    });

  /**
   * Sends three messages as the app does: by POST, then through the hub.
   * @throws NotChecked if the provider rejects a message, or has no history
   */
  readonly exchange = (): Promise<Exchange> =>
    this.#once(this.exchange, async () => {
      try {
        const before = await this.history();
        const imageUrl = await this.relativeImage();
        const texts = [`bir ${this.run} ə😀<b>&"\n2`, `iki ${this.run}`, `üç ${this.run}`];
        for (const [index, text] of texts.entries()) {
          const message = await this.message({ text, imageUrl: index === 2 ? imageUrl : null });
          const { status, ok } = await this.call('send', { method: 'POST', json: message });
          expectThat(ok, `status ${status}`);
          const hub = await this.hub().catch(() => undefined);
          await hub?.invoke('SendMessage', message).catch(() => undefined);
        }
        // Servers may rename the field and encode the text.
        const hasLast = () => JSON.stringify(after).includes(`üç ${this.run}`);
        let after = await this.history();
        for (const end = Date.now() + this.patience; Date.now() < end && !hasLast();) {
          await setTimeout(250);
          after = await this.history();
        }
        return { before, after, texts, imageUrl };
      } catch (error) {
        throw new NotChecked(`needs a history and a send that work (${(error as Error).message})`);
      }
    });

  /** Makes the operator write. @throws NotChecked without an operator */
  async operatorSays(customerId: number, text: string): Promise<void> {
    const { push, operatorToken: token } = this.options;
    const json = {
      fromUserId: OPERATOR_ID,
      toUserId: customerId,
      text,
      imageUrl: null,
      timestamp: new Date().toISOString(),
    };
    if (push !== undefined) {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ customerId, text });
      const { ok, status } = await fetch(push, { method: 'POST', headers, body });
      if (!ok) throw new NotChecked(`needs a push address that works (status ${status})`);
    } else if (token !== undefined) {
      const { ok, status } = await this.call('send', { method: 'POST', token, json });
      if (!ok) throw new NotChecked(`needs an operator who can send (status ${status})`);
      const connection = await this.connection(token);
      await connection.start();
      await connection.invoke('SendMessage', json);
      await connection.stop();
    } else throw new NotChecked('needs --operator-token or --push');
  }

  /** Closes the connection to the hub. */
  async close(): Promise<void> {
    if (this.#done.has(this.hub))
      await this.hub().then(
        (connection) => connection.stop(),
        () => undefined,
      );
  }

  #once<Result>(key: () => unknown, make: () => Promise<Result>): Promise<Result> {
    const done = this.#done.get(key) ?? make();
    this.#done.set(key, done);
    return done as Promise<Result>;
  }
}
