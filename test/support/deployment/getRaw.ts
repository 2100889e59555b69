import { once } from 'node:events';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';

/** Makes a GET request. Unlike Playwright's client and fetch, leaves a compressed body as it is. */
export async function getRaw(url: string, headers: OutgoingHttpHeaders) {
  const { get } = url.startsWith('https:') ? https : http;
  const request = get(url, { rejectUnauthorized: false, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { headers: response.headers, body: await buffer(response) };
}
