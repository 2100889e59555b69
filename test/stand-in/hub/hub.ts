import type { Ledger } from '../control/ledger';
import type { Switches } from '../control/switches';
import { HttpError } from '../rest/routes';
import type { Images } from '../state/images';
import { HubConnection } from './connection';

/** The SignalR hub: its connections, and the messages delivered to them. */
export class Hub {
  /** By connection token. */
  readonly #connections = new Map<string, HubConnection>();

  constructor(
    readonly switches: Switches,
    readonly ledger: Ledger,
    readonly images: Images,
    /** Interval of the pings, in ms. By default ASP.NET Core's. */
    readonly keepAlive = 15_000,
  ) {}

  /** Reserves a connection for a customer. */
  reserve(customerId: number): HubConnection {
    const connection = new HubConnection(this, customerId);
    this.#connections.set(connection.token, connection);
    return connection;
  }

  /** @throws HttpError 404 for a missing or unknown token */
  find(token: string | null): HubConnection {
    const connection = this.#connections.get(token ?? '');
    if (!connection) throw new HttpError(404);
    return connection;
  }

  release({ token }: HubConnection): void {
    this.#connections.delete(token);
  }

  /** The open connections of one customer, or of all. */
  connections(customerId?: number): HubConnection[] {
    const open = [...this.#connections.values()].filter(({ isConnected }) => isConnected);
    return open.filter((one) => customerId === undefined || one.customerId === customerId);
  }

  /** Delivers `ReceiveMessage` with any arguments to a customer's connections. */
  pushMessage(customerId: number, ...args: unknown[]): void {
    this.connections(customerId).forEach((one) => one.deliver('ReceiveMessage', args));
  }

  /** Destroys every connection's socket, also during the handshake. */
  terminate(): void {
    this.#connections.forEach((connection) => connection.terminate());
    this.#connections.clear();
  }
}
