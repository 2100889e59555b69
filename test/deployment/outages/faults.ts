import { setMaxListeners } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import WebSocket from 'ws';
import { sleep } from '../../../src/realtime/timers';
import type { Session } from '../../support/contract/clients';
import type { Deployment } from '../../support/deployment/deployment';
import type { Host } from '../../support/deployment/host';
import type { Customer } from '../../support/endurance/customer';
import { until } from '../../support/time/until';
import type { NodesOperator } from './operator';

const HANDSHAKE = '{"protocol":"json","version":1}\u001e';
const HANDSHAKE_RESPONSE = '{}\u001e';
const CLOSE = '{"type":7';
const PING = '{"type":6}\u001e';
/** Delay between two pings, in ms; the server closes a silent connection after 30 s. */
const PING_INTERVAL = 15_000;
/** Delay after a failed attempt, in ms; a lost connection is replaced at once. */
const RETRY_DELAY = 500;

/** Connections to the hub without pages. Each reconnects at once when it is lost. */
class Herd {
  readonly #ending = new AbortController();
  /** Completed handshakes since the start. */
  handshakes = 0;

  /** @param url origin of the deployment */
  constructor(
    private readonly url: string,
    sessions: readonly Session[],
  ) {
    // Every connection adds a listener; Node would warn of a leak above ten.
    setMaxListeners(0, this.#ending.signal);
    sessions.forEach((session, index) => void this.#keepConnected(session, index));
  }

  stop(): void {
    this.#ending.abort();
  }

  async #keepConnected(session: Session, index: number): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const wasConnected = await this.#connect(session, index).catch(() => false);
      if (!wasConnected) await sleep(signal, RETRY_DELAY);
    }
  }

  /** Connects and waits for the end of the connection. @returns whether the handshake completed */
  async #connect(session: Session, index: number): Promise<boolean> {
    const { signal } = this.#ending;
    // Each connection has its own local address, as connections of different customers do.
    const localAddress = `127.0.${1 + Math.floor(index / 200)}.${1 + (index % 200)}`;
    const headers = { Authorization: `Bearer ${session.token}` };
    const hub = `${this.url}/chatHub66?userId=${session.id}`;
    const negotiation = hub.replace('?', '/negotiate?negotiateVersion=1&');
    const body = await post(negotiation, { headers, localAddress, signal });
    const { connectionToken } = JSON.parse(body) as { connectionToken: string };
    const socket = new WebSocket(`${hub}&id=${connectionToken}`, { headers, localAddress });
    const end = () => socket.terminate();
    signal.addEventListener('abort', end);
    const pings = setInterval(
      () => socket.readyState === WebSocket.OPEN && socket.send(PING),
      PING_INTERVAL,
    );
    const attempt = { isConnected: false };
    socket.once('open', () => socket.send(HANDSHAKE));
    socket.on('message', (data: Buffer) => {
      const records = data.toString();
      if (records.includes(CLOSE)) end();
      if (attempt.isConnected || !records.startsWith(HANDSHAKE_RESPONSE)) return;
      attempt.isConnected = true;
      this.handshakes += 1;
    });
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(pings);
    signal.removeEventListener('abort', end);
    return attempt.isConnected;
  }
}

/** Sends an empty POST. @returns the body of the response */
function post(url: string, options: Parameters<typeof request>[1]): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { ...options, method: 'POST', agent: false }, (response) => {
      resolve(text(response));
    })
      .on('error', reject)
      .end();
  });
}

/** What a fault acts on. */
export interface Scene {
  deployment: Deployment;
  operator: NodesOperator;
  customers: readonly Customer[];
  /** Users of the connections without pages. */
  herd: readonly Session[];
}

/** How long the phases of a fault last, in ms. */
export interface Durations {
  /** Traffic before a fault, and after the pages are live again. */
  calm: number;
  /** A node or nginx is down. */
  down: number;
  redisDown: number;
  frozen: number;
}

export interface Fault {
  name: string;
  /** Resolves when the fault is over. */
  inject(scene: Scene, durations: Durations): Promise<Heal | undefined>;
}

/**
 * Makes each page fetch its history, after a fault in which connected pages miss messages. Resolves
 * when the fetch of each page is triggered.
 */
type Heal = () => Promise<void>;

/** Time that a page is hidden, in ms. After this time, the page fetches the history when shown. */
const HIDDEN = 31_000;
/** Timeout for all connections to be subscribed, in ms. Long, because a busy machine is slow. */
const HERD_TIMEOUT = 180_000;

/** Counts the connections of these users that are subscribed at the backplane. */
async function countSubscribed(nodes: readonly Host[], users: readonly Session[]): Promise<number> {
  const ids = new Set(users.map(({ id }) => id));
  const all = await Promise.all(nodes.map(({ control }) => control.connections()));
  return all.flat().filter(({ customerId }) => ids.has(customerId)).length;
}

const busiestNode = ({ operator, customers }: Scene): Host =>
  operator.homeOfMost(customers.map(({ id }) => id));

export const FAULTS: readonly Fault[] = [
  {
    name: 'a node is killed and comes back',
    inject: async (scene, { down }) => {
      const node = busiestNode(scene);
      await scene.operator.without(node, async () => {
        await node.kill();
        await wait(down);
        await node.up();
      });
    },
  },
  {
    name: 'nginx reloads',
    inject: async ({ deployment: { nginx } }, { down }) => {
      await nginx.reload();
      await wait(down);
    },
  },
  {
    name: 'nginx restarts',
    inject: async ({ deployment: { nginx } }, { down }) => {
      await nginx.down();
      await wait(down);
      await nginx.up();
    },
  },
  {
    name: 'Redis stops',
    inject: async ({ customers, deployment: { redis } }, { redisDown }) => {
      // Half of the pages are hidden during the fault and shown later. The others reconnect.
      const hidden = customers.filter((_, index) => index % 2 === 0);
      await Promise.all(hidden.map(({ screen }) => screen.setHidden(true)));
      const whileHidden = wait(HIDDEN);
      await redis.down();
      await wait(redisDown);
      await redis.up();
      return async () => {
        await whileHidden;
        const heal = (customer: Customer) =>
          hidden.includes(customer) ? customer.screen.setHidden(false) : customer.reconnect();
        await Promise.all(customers.map(heal));
      };
    },
  },
  {
    name: 'a node freezes',
    inject: async (scene, { frozen }) => {
      const node = busiestNode(scene);
      await scene.operator.without(node, async () => {
        node.freeze();
        await wait(frozen);
        node.thaw();
      });
    },
  },
  {
    name: 'both nodes restart in turn',
    inject: async ({ operator, deployment: { nodes } }, { down }) => {
      for (const node of nodes) {
        await operator.without(node, async () => {
          await node.shutDown();
          await node.up();
        });
        await wait(down);
      }
    },
  },
  {
    name: '300 connections reconnect together',
    inject: async ({ deployment: { nginx, nodes }, herd: sessions }) => {
      const herd = new Herd(nginx.url, sessions);
      const waitForHandshakes = async (count: number) => {
        let subscribed = 0;
        const isComplete = async () => {
          subscribed = await countSubscribed(nodes, sessions);
          return herd.handshakes >= count && subscribed >= sessions.length;
        };
        if (!(await until(isComplete, { timeout: HERD_TIMEOUT }))) {
          throw new Error(
            `${herd.handshakes} of ${count} handshakes were completed, and ${subscribed} of ${sessions.length} connections are subscribed.`,
          );
        }
      };
      try {
        await waitForHandshakes(sessions.length);
        await Promise.all(nodes.map(({ control }) => control.abort()));
        await waitForHandshakes(2 * sessions.length);
      } finally {
        herd.stop();
      }
    },
  },
];
