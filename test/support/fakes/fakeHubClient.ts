import {
  TokenError,
  type HubClient,
  type HubEvents,
  type HubClientFactory,
} from '../../../src/hub/hubClient';
import { deferred, type Deferred } from '../time/frames';

/** A client without a hub. The test settles the result of `start`, `stop` and each call. */
export class FakeHubClient implements HubClient {
  readonly starting = deferred();
  readonly stopping = deferred();
  /** The completion of each call, in order. */
  readonly completions: Deferred<void>[] = [];
  /** `invoke` or `send`, the hub method and its arguments. */
  readonly calls: unknown[][] = [];
  starts = 0;
  stops = 0;
  /** Completes each call at once. */
  completesCalls = false;

  constructor(
    readonly userId: number,
    readonly events: HubEvents,
    readonly excluded = 0,
  ) {}

  start(): Promise<void> {
    this.starts += 1;
    return this.starting.promise;
  }

  stop(): Promise<void> {
    this.stops += 1;
    return this.stopping.promise;
  }

  invoke(...call: unknown[]): Promise<void> {
    return this.call('invoke', call);
  }

  send(...call: unknown[]): Promise<void> {
    return this.call('send', call);
  }

  private call(kind: 'invoke' | 'send', call: unknown[]): Promise<void> {
    const completion = deferred();
    if (this.completesCalls) completion.resolve();
    this.completions.push(completion);
    this.calls.push([kind, ...call]);
    return completion.promise;
  }
}

/** A factory of fake clients, which keeps them. */
export class FakeHubClients {
  readonly created: FakeHubClient[] = [];

  /** @param prepare called with each new client */
  constructor(private readonly prepare: (client: FakeHubClient) => void = () => undefined) {}

  readonly create: HubClientFactory = (userId, events, excluded) => {
    const client = new FakeHubClient(userId, events, excluded);
    this.created.push(client);
    this.prepare(client);
    return Promise.resolve(client);
  };

  get last(): FakeHubClient {
    const last = this.created.at(-1);
    if (!last) throw new Error('No client was created.');
    return last;
  }
}

/** Makes `start` and `stop` succeed at once. */
export function startsAndStops(client: FakeHubClient): void {
  client.starting.resolve();
  client.stopping.resolve();
}

/** Makes `start` fail at once. */
export function failsWith(error: Error) {
  return (client: FakeHubClient): void => {
    client.starting.reject(error);
    client.stopping.resolve();
  };
}

export const failsToStart = failsWith(new Error('down'));
/** The hub responds 401 to a token that has not expired. */
export const rejectsToken = failsWith(new TokenError(401));
