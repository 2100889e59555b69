import type { Hub, HubEvents, HubFactory } from '../../src/provider/hub';
import { deferred, type Deferred } from './deferred';

/** A connection that does nothing by itself: the test decides how each step ends, if it ever does. */
export class FakeHub implements Hub {
  readonly starting = deferred();
  readonly stopping = deferred();
  /** How each call of a hub method ends, in order. */
  readonly answers: Deferred<void>[] = [];
  readonly calls: unknown[][] = [];
  starts = 0;
  stops = 0;
  quiet = 0;
  /** Whether calls are answered at once, or by the test. */
  isPrompt = false;

  constructor(
    readonly userId: number,
    readonly events: HubEvents,
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

  silence(): number {
    return this.quiet;
  }

  private call(how: string, call: unknown[]): Promise<void> {
    const answer = deferred();
    if (this.isPrompt) answer.resolve();
    this.answers.push(answer);
    this.calls.push([how, ...call]);
    return answer.promise;
  }
}

/** Makes such connections and keeps them. */
export class FakeHubs {
  readonly made: FakeHub[] = [];

  /** @param prepare what each new connection does by itself */
  constructor(private readonly prepare: (hub: FakeHub) => void = () => undefined) {}

  readonly create: HubFactory = (userId, events) => {
    const hub = new FakeHub(userId, events);
    this.made.push(hub);
    this.prepare(hub);
    return Promise.resolve(hub);
  };

  get last(): FakeHub {
    const last = this.made.at(-1);
    if (!last) throw new Error('No connection was made.');
    return last;
  }
}

/** Starts and stops at once. */
export function willing(hub: FakeHub): void {
  hub.starting.resolve();
  hub.stopping.resolve();
}
