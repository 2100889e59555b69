import { deferred } from '../time/deferred';
import type { RestServer, StubResponse } from './restServer';

/** Ways in which a call fails: name, response of the server, status in the log. */
export const FAILED_RESPONSES = [
  ['400', { status: 400 }, 400],
  ['500', { status: 500, body: '<h1>x</h1>' }, 500],
  ['a dropped connection', { failure: 'dropped' }, 'FETCH_ERROR'],
] as const;

/** Holds back the response to each request of a call. @returns the response */
export function holdResponses(server: RestServer, call: 'send' | 'upload') {
  const response = deferred<StubResponse>();
  server.responses[call] = () => response.promise;
  return response;
}

/** Returns the posted messages, without their times, which must be ISO strings. */
export const postedMessages = (server: RestServer) =>
  server.requestsTo('send').map(({ body }) => {
    const { timestamp, ...message } = JSON.parse(String(body)) as Record<string, unknown>;
    expect(new Date(String(timestamp)).toISOString()).toBe(timestamp);
    return message;
  });
