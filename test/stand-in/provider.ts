import type { RequestHandler } from 'express';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { makeApp } from './app';
import type { Context } from './context';
import { Ledger } from './control/ledger';
import { defaultSwitches, type Switches } from './control/switches';
import { Hub } from './hub/hub';
import { routeUpgrades } from './hub/transports';
import { Operator } from './operator/operator';
import { issueToken } from './rest/tokens';
import { Conversations, type Customer, type ChatMessage } from './state/conversations';
import { Images } from './state/images';

/** The options of `startProvider`. */
interface ProviderOptions {
  /** 0, the default, uses any free port. */
  port?: number;
  /** Delay before an automatic reply, in ms. By default the operator does not reply by itself. */
  replyDelay?: number;
  switches?: Partial<Switches>;
  /** Interval of the hub's pings, in ms. By default ASP.NET Core's. */
  keepAlive?: number;
  /** Handles the requests of the contract first. It can break what the stand-in keeps. */
  before?: RequestHandler;
}

/** A running stand-in for the provider. */
export type Provider = Awaited<ReturnType<typeof startProvider>>;

/** Starts a stand-in provider on the loopback address. */
export async function startProvider({
  port = 0,
  replyDelay,
  switches,
  keepAlive,
  before,
}: ProviderOptions = {}) {
  const allSwitches: Switches = { ...defaultSwitches(), ...switches };
  const ledger = new Ledger();
  const conversations = new Conversations();
  const images = new Images();
  const hub = new Hub(allSwitches, ledger, images, keepAlive);
  const context: Context = { switches: allSwitches, ledger, conversations, hub, images };
  const operator = new Operator(context);
  if (replyDelay !== undefined) operator.automate(replyDelay);

  const app = makeApp(context, before);
  const sockets = new Set<Socket>();
  // Kestrel's default. After Node's own 5 s, a busy client may send to a connection that closes.
  const server = createServer({ keepAliveTimeout: 130_000 }, app);
  server.on('upgrade', routeUpgrades(app));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = async (onPort: number): Promise<number> => {
    server.listen(onPort, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const ownPort = await listen(port);

  const stop = async (): Promise<void> => {
    hub.terminate();
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    sockets.forEach((socket) => socket.destroy());
    await closed;
  };

  return {
    url: `http://127.0.0.1:${ownPort}`,
    switches: allSwitches,
    ledger,
    hub,
    images,
    operator,
    /** The customer with this phone number; creates one if necessary, as login does. */
    customerFor: (username: string): Customer => conversations.customerFor(username),
    /** A token for a phone number, or for a customer with a chosen id, valid for some seconds. */
    tokenFor: (customer: string | Customer, lifetime?: number | null): string =>
      issueToken(
        typeof customer === 'string'
          ? conversations.customerFor(customer)
          : conversations.add(customer),
        lifetime,
      ),
    /** Stores a message without delivering it; by default the operator sends it now. */
    store: conversations.store.bind(conversations),
    /** Delivers `ReceiveMessage` with any arguments, without storing anything. */
    pushMessage: hub.pushMessage.bind(hub),
    /** A customer's stored messages. */
    conversation: (customerId: number): readonly ChatMessage[] => conversations.of(customerId),
    /** Stops listening and destroys every socket; stored messages are kept. */
    stop,
    /** Listens again on the same port. */
    comeUp: () => listen(ownPort),
  };
}
