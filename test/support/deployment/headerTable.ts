import { request as requestOverHttp } from 'node:http';
import { request as requestOverTls } from 'node:https';

/** A response. Each header has a list of values, so that a header sent twice is visible. */
export interface RawResponse {
  status: number;
  headers: Record<string, string[]>;
  body: Buffer;
}

/**
 * Makes a request to this machine, whatever the host of the URL is. Follows no redirects, and does
 * not check the certificate.
 */
export function requestRaw(
  url: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawResponse> {
  const send = url.startsWith('https:') ? requestOverTls : requestOverHttp;
  const { host, hostname: servername } = new URL(url);
  const options = { method, headers: { Host: host, ...headers }, rejectUnauthorized: false };
  const place = { hostname: '127.0.0.1', ...(url.startsWith('https:') && { servername }) };
  return new Promise((resolve, reject) => {
    const request = send(url, { ...options, ...place }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headersDistinct as Record<string, string[]>,
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.on('error', reject).end();
  });
}

/** One kind of path, with the response that every web server in front of the app must send. */
export interface PathKind {
  name: string;
  path: string;
  method?: string;
  token?: string;
  status: number;
  type?: RegExp;
  headers: Record<string, string | RegExp>;
}

/** Paths that exist, for the table. */
export interface ExistingPaths {
  /** A script file of the app, such as `/main.0123456789ab.js`. */
  script: string;
  /** An uploaded image. */
  upload: string;
  customer: { id: number; token: string };
}

/** Headers of every response. */
const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'strict-transport-security': 'max-age=31536000',
};

const PAGE = {
  ...COMMON,
  'content-security-policy': "frame-ancestors 'none'",
  'cache-control': 'no-cache',
};
const HASHED = { ...PAGE, 'cache-control': 'public, max-age=31536000, immutable' };
const CALL = {
  ...COMMON,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};
const UPLOAD = {
  ...COMMON,
  'content-security-policy': "default-src 'none'; sandbox",
  // The provider may set a lifetime.
  'cache-control': /^(private, no-cache|public, max-age=31536000, immutable)$/,
};
const MISSING_UPLOAD = { ...UPLOAD, 'cache-control': 'private, no-cache' };

const HTML = /^text\/html\b/;
const JSON_TYPE = /^application\/(problem\+)?json\b/;

/** Returns the table of headers: one row for each kind of path. */
export function pathKinds({ script, upload, customer }: ExistingPaths): PathKind[] {
  const { id, token } = customer;
  const negotiate = `/chatHub66/negotiate?userId=${id}&negotiateVersion=1`;
  const missing = { status: 404, headers: PAGE };
  return [
    { name: 'the top', path: '/', status: 200, type: HTML, headers: PAGE },
    { name: 'a route', path: '/chat/a?b=c', status: 200, type: HTML, headers: PAGE },
    { name: 'index.html', path: '/index.html', status: 200, type: HTML, headers: PAGE },
    { name: 'a hashed file', path: script, status: 200, type: /javascript/, headers: HASHED },
    { name: 'a missing hashed file', path: '/main.000000000000.js', ...missing },
    { name: 'an icon', path: '/icon.png', status: 200, type: /^image\/png$/, headers: PAGE },
    {
      name: 'favicon.ico',
      path: '/favicon.ico',
      status: 200,
      type: /^image\/svg\+xml$/,
      headers: PAGE,
    },
    {
      name: 'the manifest',
      path: '/manifest.webmanifest',
      status: 200,
      type: /^application\/manifest\+json$/,
      headers: PAGE,
    },
    {
      name: 'the notices',
      path: '/third-party-notices.txt',
      status: 200,
      type: /^text\/plain; charset=utf-8$/,
      headers: PAGE,
    },
    { name: 'robots.txt', path: '/robots.txt', ...missing },
    { name: 'a hidden file', path: '/.git/config', ...missing },
    { name: 'a missing image', path: '/missing.png', ...missing },
    { name: 'the history', path: `/api/66/messages/${id}`, token, status: 200, headers: CALL },
    { name: 'a call without a token', path: '/api/66/messages/1', status: 401, headers: CALL },
    {
      name: 'a missing call',
      path: '/api/66/missing',
      status: 404,
      type: JSON_TYPE,
      headers: CALL,
    },
    { name: 'another API', path: '/api/67/login', status: 404, type: JSON_TYPE, headers: CALL },
    { name: 'an upload', path: upload, status: 200, type: /^image\/png$/, headers: UPLOAD },
    { name: 'a missing upload', path: '/uploads/a.png', status: 404, headers: MISSING_UPLOAD },
    {
      name: 'a missing upload with a name like a hashed file',
      path: '/uploads/main.000000000000.js',
      status: 404,
      headers: MISSING_UPLOAD,
    },
    {
      name: 'negotiate',
      path: negotiate,
      method: 'POST',
      token,
      status: 200,
      type: JSON_TYPE,
      headers: CALL,
    },
    {
      name: 'negotiate without a token',
      path: negotiate,
      method: 'POST',
      status: 401,
      headers: CALL,
    },
  ];
}

/** Headers that the table specifies. Other headers are not checked. */
const CHECKED = Object.keys(PAGE);

/** Returns a line for each deviation of a server's responses from the table. */
export async function findDeviations(url: string, kinds: PathKind[]): Promise<string[]> {
  const deviations: string[] = [];
  for (const { name, path, method = 'GET', token, status, type, headers } of kinds) {
    const authorization: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
    const response = await requestRaw(`${url}${path}`, { method, headers: authorization });
    const report = (what: string, found: unknown) =>
      deviations.push(`${name} (${method} ${path}): ${what} is ${JSON.stringify(found)}`);
    if (response.status !== status) report('status', response.status);
    const contentType = response.headers['content-type'];
    if (type && !(contentType?.length === 1 && type.test(contentType[0] ?? ''))) {
      report('content-type', contentType);
    }
    for (const header of CHECKED) {
      const [value, ...doubled] = response.headers[header] ?? [];
      const expected = headers[header];
      const isRight = expected instanceof RegExp ? expected.test(value ?? '') : value === expected;
      if (!isRight || doubled.length > 0) report(header, response.headers[header]);
    }
  }
  return deviations;
}
