import { makeApp } from './app';
import type { Context } from './context';
import { Cluster } from './cluster';
import type { Customer } from './conversations';
import { Hub } from './hub/hub';
import { ASPNET_TIMING, type HubTiming } from './hub/timing';
import { webSocketUpgrades } from './hub/upgrade';
import { Ledger } from './ledger';
import { Listener } from './listener';
import type { ChatMessage } from './message';
import { Operator } from './operator/operator';
import { defaultSwitches, type Switches } from './switches';
import { Timers } from './timers';
import { issueToken, type TokenOptions } from './tokens';

/** How a provider starts. */
export interface ProviderOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  /** Whether an operator answers by itself; it does not unless told. */
  operator?: 'automatic' | 'silent';
  /** Milliseconds until the automatic operator answers. */
  answerDelay?: number;
  switches?: Partial<Switches>;
  timing?: Partial<HubTiming>;
  /** What this node has in common with others behind the same address; by default it is alone. */
  cluster?: Cluster;
}

/** A running stand-in for the provider. */
export interface Provider {
  readonly url: string;
  readonly switches: Switches;
  readonly ledger: Ledger;
  readonly hub: Hub;
  readonly operator: Pick<Operator, 'send' | 'take'>;
  /** The customer with this phone number, as login makes one. */
  customerFor(username: string): Customer;
  /** A token for a phone number or for a customer with a chosen id. */
  tokenFor(customer: string | Customer, options?: TokenOptions): string;
  /** Stores a message without delivering it; what is left out is the operator's, just now. */
  store(customerId: number, message: Partial<ChatMessage>): ChatMessage;
  /** Delivers a `ReceiveMessage` with any arguments, storing nothing. */
  push(customerId: number, ...args: unknown[]): void;
  /** What is stored of a customer's conversation. */
  conversation(customerId: number): readonly ChatMessage[];
  /** Leaves the port and cuts every connection; what is stored stays. */
  goDown(): Promise<void>;
  /** Listens again, on the same port. */
  comeUp(): Promise<void>;
  /** Leaves the port now and listens again after a while. */
  goDownFor(ms: number): void;
  /** Puts the switches back to how they were at the start, and empties the ledger. */
  reset(): void;
  /** Ends everything, also what hangs; nothing is left open. */
  stop(): Promise<void>;
}

/** Starts a stand-in provider on the loopback address. */
export async function startProvider(options: ProviderOptions = {}): Promise<Provider> {
  const switches: Switches = { ...defaultSwitches(), ...options.switches };
  const ledger = new Ledger();
  const timers = new Timers();
  const { conversations, pictures, hubs } = options.cluster ?? new Cluster();
  const hub = new Hub(switches, ledger, timers, { ...ASPNET_TIMING, ...options.timing }, hubs);
  const context: Context = { switches, ledger, timers, hub, conversations, pictures };
  const isAutomatic = options.operator === 'automatic';
  const answerDelay = options.answerDelay ?? 1200;
  const operator = new Operator(context, { isAutomatic, answerDelay });
  const app = makeApp(context, operator, () => provider);
  const listener = new Listener(app, webSocketUpgrades(context), options.port ?? 0);
  await listener.open();

  const goDown = async (): Promise<void> => {
    hub.terminate();
    await listener.close();
  };

  const provider: Provider = {
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
    store: (customerId, message) => conversations.store(customerId, message),
    push: (customerId, ...args) => hub.push(customerId, ...args),
    conversation: (customerId) => conversations.of(customerId),
    goDown,
    comeUp: () => listener.open(),
    goDownFor: (ms) => {
      void goDown();
      timers.after(ms, () => void listener.open());
    },
    reset: () => {
      Object.assign(switches, defaultSwitches(), options.switches);
      ledger.clear();
    },
    stop: async () => {
      timers.stop();
      await goDown();
    },
  };
  return provider;
}
