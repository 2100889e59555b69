import type { Express } from 'express';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { makeApp } from './app';
import type { Context } from './context';
import { Ledger } from './control/ledger';
import { defaultSwitches, type Switches } from './control/switches';
import { Hub } from './hub/hub';
import { routeUpgrades } from './hub/transports';
import { Operator } from './operator/operator';
import { issueToken, type TokenOptions } from './rest/tokens';
import { Conversations, type Customer, type ChatMessage } from './state/conversations';
import { Images } from './state/images';
import { Timers } from './timers';

/** An HTTP server on the loopback address that can close and listen again on the same port. */
class Listener {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(
    app: Express,
    public port: number,
  ) {
    this.#server = createServer(app).on('upgrade', routeUpgrades(app));
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  /** Starts listening. Port 0 selects a free port, which later calls use again. */
  async open(): Promise<void> {
    if (this.#server.listening) return;
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  /** Stops listening and destroys every socket. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#sockets.forEach((socket) => socket.destroy());
    await closed;
  }
}

/** The options of `startProvider`. */
export interface ProviderOptions {
  /** 0, the default, uses any free port. */
  port?: number;
  /** Whether the operator replies by itself; `silent` by default. */
  operator?: 'automatic' | 'silent';
  /** Delay before an automatic reply, in ms. */
  replyDelay?: number;
  switches?: Partial<Switches>;
}

/** A running stand-in for the provider. */
export interface Provider {
  readonly url: string;
  readonly switches: Switches;
  readonly ledger: Ledger;
  readonly hub: Hub;
  readonly operator: Pick<Operator, 'send'>;
  /** The customer with this phone number; creates one if necessary, as login does. */
  customerFor(username: string): Customer;
  /** A token for a phone number, or for a customer with a chosen id. */
  tokenFor(customer: string | Customer, options?: TokenOptions): string;
  /**
   * Stores a message without delivering it; by default the operator sends it now.
   * @param age time since the message was stored, in ms, for `historyLag`
   */
  store(customerId: number, message: Partial<ChatMessage>, age?: number): ChatMessage;
  /** Delivers `ReceiveMessage` with any arguments, without storing anything. */
  push(customerId: number, ...args: unknown[]): void;
  /** A customer's stored messages. */
  conversation(customerId: number): readonly ChatMessage[];
  /** Stops listening and destroys every socket; stored messages are kept. */
  goDown(): Promise<void>;
  /** Listens again on the same port. */
  comeUp(): Promise<void>;
  /** Stops for good; no timer, socket or port is left open. */
  stop(): Promise<void>;
}

/** Starts a stand-in provider on the loopback address. */
export async function startProvider(options: ProviderOptions = {}): Promise<Provider> {
  const switches: Switches = { ...defaultSwitches(), ...options.switches };
  const ledger = new Ledger();
  const timers = new Timers();
  const conversations = new Conversations();
  const hub = new Hub(switches, ledger, timers);
  const context: Context = { switches, ledger, timers, hub, conversations, images: new Images() };
  const isAutomatic = options.operator === 'automatic';
  const replyDelay = options.replyDelay ?? 1200;
  const operator = new Operator(context, { isAutomatic, replyDelay });
  const app = makeApp(context, operator);
  const listener = new Listener(app, options.port ?? 0);
  await listener.open();

  const goDown = async (): Promise<void> => {
    hub.terminate();
    await listener.close();
  };

  return {
    url: `http://127.0.0.1:${listener.port}`,
    switches,
    ledger,
    hub,
    operator,
    customerFor: (username) => conversations.customerFor(username),
    tokenFor: (customer, tokenOptions) => {
      const isPhone = typeof customer === 'string';
      const known = isPhone ? conversations.customerFor(customer) : conversations.add(customer);
      return issueToken(known, tokenOptions);
    },
    store: (customerId, message, age) => conversations.store(customerId, message, age),
    push: (customerId, ...args) => hub.push(customerId, ...args),
    conversation: (customerId) => conversations.of(customerId),
    goDown,
    comeUp: () => listener.open(),
    stop: async () => {
      timers.stop();
      await goDown();
    },
  };
}
