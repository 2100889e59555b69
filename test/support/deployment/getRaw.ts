import { once } from 'node:events';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';

/**
 * Makes a GET request. Unlike Playwright's client and fetch, leaves a compressed body as it is, and
 * names the URL's host in the TLS handshake, whatever the Host header is.
 */
export async function getRaw(url: string, headers: OutgoingHttpHeaders) {
  const { get } = url.startsWith('https:') ? https : http;
  const request = get(url, { servername: 'localhost', rejectUnauthorized: false, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode: status, headers: sent } = response;
  return { status, headers: sent, body: await buffer(response) };
}
