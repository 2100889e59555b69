import type { Fetch } from '../../../src/api/fetch';
import { respond, type StubResponse } from '../builders/builders';
import { takeLines } from '../console/captureConsole';
import { closeChats } from '../stores/makeChat';
import { deferred } from '../time/frames';

type Stub = StubResponse | ((request: RecordedRequest) => StubResponse | Promise<StubResponse>);

type RecordedRequest = Parameters<Fetch>[1] & { call: string; path: string };

const DEFAULT_RESPONSES = {
  login: { body: '{"newtoken":""}' },
  messages: { body: '[]' },
  send: { body: 'OK' },
  upload: { body: '{"imageUrl":"uploads/a.png"}' },
};

/** The response to a request whose connection drops. */
export const dropped = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'));

/** Rejects when a signal aborts. */
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new TypeError('aborted'))),
  );

/**
 * The provider's REST calls, without a network. A test sets the responses. A call that
 * `responses` lacks gets an empty response and is not recorded, so a new call disturbs no other test.
 */
export class FakeProvider {
  readonly requests: RecordedRequest[] = [];
  readonly responses: Record<string, Stub> = { ...DEFAULT_RESPONSES };
  private readonly ended = new AbortController();

  /** Reports half and all of an upload. */
  readonly fetch: Fetch = async (url, init, onUploadProgress) => {
    const signal = AbortSignal.any([init.signal, this.ended.signal]);
    signal.throwIfAborted();
    const path = new URL(url).pathname;
    const call = path.split('/')[3] ?? '';
    const stub = this.responses[call];
    if (!stub) return respond({});
    const recorded = { ...init, call, path };
    this.requests.push(recorded);
    onUploadProgress?.(0.5);
    const response = await Promise.race([
      typeof stub === 'function' ? stub(recorded) : stub,
      rejectOnAbort(signal),
    ]);
    onUploadProgress?.(1);
    return respond(response);
  };

  requestsTo(call: string): RecordedRequest[] {
    return this.requests.filter((request) => request.call === call);
  }

  /** Returns the posted messages, without their times, which must be ISO strings. */
  postedMessages() {
    return this.requestsTo('send').map(({ body }) => {
      const { timestamp, ...message } = JSON.parse(body as string) as Record<string, unknown>;
      expect(new Date(String(timestamp)).toISOString()).toBe(timestamp);
      return message;
    });
  }

  /** Holds back the response to each request of a call. @returns the response */
  hold(call: string) {
    const response = deferred<StubResponse>();
    this.responses[call] = () => response.promise;
    return response;
  }

  /** Makes the pending requests fail, and all later ones. */
  close(): void {
    this.ended.abort();
  }
}

/** Creates a provider for each test of the file. @returns reads the running test's provider */
export function fakeProviderForEachTest(): () => FakeProvider {
  let provider = new FakeProvider();
  beforeEach(() => {
    provider = new FakeProvider();
  });
  afterEach(async () => {
    provider.close();
    await closeChats();
    // The app logs the pending requests that fail.
    takeLines((line) => line.endsWith(' failed: FETCH_ERROR'));
  });
  return () => provider;
}
