import { sleep } from '../../../src/realtime/sleep';
import { setMaxListeners } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import WebSocket from 'ws';
import type { Session } from '../../support/contract/target';

const HANDSHAKE = '{"protocol":"json","version":1}\u001e';
const HANDSHAKE_RESPONSE = '{}\u001e';
const CLOSE = '{"type":7';
const PING = '{"type":6}\u001e';
/** Delay between two pings, in ms; the server closes a silent connection after 30 s. */
const PING_INTERVAL = 15_000;
/** Delay after a failed attempt, in ms; a lost connection is replaced at once. */
const RETRY_DELAY = 500;

/** Connections to the hub without pages. Each reconnects at once when it is lost. */
export class Herd {
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
