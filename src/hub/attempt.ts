import { logWarning } from '../platform/log';
import { runLater, startStopwatch, withTimeout } from '../platform/timers';
import type { HubClient, HubClientFactory } from './hubClient';

/** Maximum time to connect, in ms; a slower attempt fails. */
const ATTEMPT_TIMEOUT = 20_000;
/** Maximum time to stop a client, in ms, so that a hung socket cannot delay logout. */
const STOP_TIMEOUT = 1_000;

export const TIMED_OUT = 'timed out';

interface Options {
  createHubClient: HubClientFactory;
  userId: number;
  /** The transports to avoid, as bits of `HttpTransportType`. */
  excluded: number;
  onConnected: () => void;
  messageReceived: (payload: unknown) => void;
}

/** An attempt to connect, and the connection that it becomes. Events after its end are ignored. */
export class Attempt {
  failure: unknown;
  connectedClient: HubClient | undefined;
  /** Returns the time since the start, and later since Connected, in ms. */
  getAge = startStopwatch();
  /** Bit of the transport that is tried. 0 without one and during long polling. */
  transport = 0;
  /** Whether the retry delays start over after the end. */
  restartsDelays = false;
  /** Resolves when the client is stopped. */
  stopped: Promise<unknown> = Promise.resolve();
  private readonly controller = new AbortController();
  private readonly signal = this.controller.signal;

  constructor(private readonly options: Options) {}

  isOver(): boolean {
    return this.signal.aborted;
  }

  end(failure?: unknown): void {
    if (!this.isOver()) this.failure = failure;
    this.controller.abort();
  }

  /** Connects. Resolves when the attempt, or the connection that it has become, has ended. */
  async run(): Promise<void> {
    const end = new Promise((resolve) => this.signal.addEventListener('abort', resolve));
    const cancelTimeout = runLater(ATTEMPT_TIMEOUT, () => this.end(TIMED_OUT));
    this.connect().then(cancelTimeout, (error: unknown) => this.end(error));
    await end;
    cancelTimeout();
    if (this.failure !== undefined) logWarning('Connecting to the hub failed', this.failure);
  }

  private async connect(): Promise<void> {
    const { createHubClient, userId, excluded, onConnected, messageReceived } = this.options;
    const events = {
      messageReceived: (payload: unknown) => !this.isOver() && messageReceived(payload),
      closed: () => this.end(),
      transportTried: (transport: number) => (this.transport = transport),
    };
    const client = await createHubClient(userId, events, excluded);
    if (this.isOver()) return;
    this.signal.addEventListener('abort', () => this.stop(client));
    await client.start();
    // A start that succeeds after the end leaves a connection that nobody owns.
    if (this.isOver()) {
      this.stop(client);
      return;
    }
    this.connectedClient = client;
    this.getAge = startStopwatch();
    onConnected();
  }

  /** Stops a client. A failure is logged, and a client that hangs is left to itself. */
  private stop(client: HubClient): void {
    const stopping = client
      .stop()
      .catch((error: unknown) => logWarning('Stopping the hub connection failed', error));
    this.stopped = withTimeout(stopping, STOP_TIMEOUT).catch(() => undefined);
  }
}
