import { request as requestOverHttp } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { buffer } from 'node:stream/consumers';

/** A response. Each header has a list of values, so that a header sent twice is visible. */
interface RawResponse {
  status: number;
  headers: Record<string, string[] | undefined>;
  body: Buffer;
}

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Name of the TLS connection; by default the host of the URL. */
  servername?: string;
}

/**
 * Makes a request to this machine, whatever the host of the URL is. Follows no redirects, and does
 * not check the certificate.
 */
export function requestRaw(url: string, options: RequestOptions = {}): Promise<RawResponse> {
  const { protocol, host, hostname, port, pathname, search } = new URL(url);
  const { method = 'GET', headers = {}, body, servername = hostname } = options;
  const isSecure = protocol === 'https:';
  const send = isSecure ? requestOverTls : requestOverHttp;
  const tls = isSecure && { servername, rejectUnauthorized: false };
  const place = { hostname: '127.0.0.1', port, path: pathname + search, ...tls };
  return new Promise((resolve, reject) => {
    send({ ...place, method, headers: { Host: host, ...headers } }, (response) => {
      const { statusCode: status = 0, headersDistinct } = response;
      const parts = { status, headers: headersDistinct };
      buffer(response).then((received) => resolve({ ...parts, body: received }), reject);
    })
      .on('error', reject)
      .end(body);
  });
}

type Headers = Record<string, string | RegExp>;

/** Headers of every response. */
const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'strict-transport-security': 'max-age=31536000',
};

/** Returns the headers of a kind of path. */
const headersOf = (policy: string, caching: string | RegExp): Headers => ({
  ...COMMON,
  'content-security-policy': policy,
  'cache-control': caching,
});

const PAGE = headersOf("frame-ancestors 'none'", 'no-cache');
const HASHED = headersOf("frame-ancestors 'none'", 'public, max-age=31536000, immutable');
const CALL = headersOf("default-src 'none'; frame-ancestors 'none'", 'no-store');
// The provider may set a lifetime.
const LIFETIME = /^(private, no-cache|public, max-age=31536000, immutable)$/;
const UPLOAD = headersOf("default-src 'none'; sandbox", LIFETIME);
const MISSING_UPLOAD = headersOf("default-src 'none'; sandbox", 'private, no-cache');

const HTML = /^text\/html\b/;
const PNG = /^image\/png$/;
const JSON_TYPE = /^application\/(problem\+)?json\b/;

/** A request, and the response that every web server in front of the app must send. */
export type Row = readonly [request: string, status: number, headers: Headers, type?: RegExp];

/** Paths that exist. */
interface ExistingPaths {
  /** A script file of the app, such as `/main.0123456789ab.js`. */
  script: string;
  /** An uploaded image. */
  upload: string;
  customerId: number;
}

/** Returns the table of headers: a row for each kind of path. Calls with status 200 have a token. */
export function headerTable({ script, upload, customerId }: ExistingPaths): Row[] {
  const negotiate = `POST /chatHub66/negotiate?userId=${customerId}&negotiateVersion=1`;
  return [
    ['GET /', 200, PAGE, HTML],
    ['GET /chat/a?b=c', 200, PAGE, HTML],
    ['GET /index.html', 200, PAGE, HTML],
    [`GET ${script}`, 200, HASHED, /javascript/],
    ['GET /main.000000000000.js', 404, PAGE],
    ['GET /icon.png', 200, PAGE, PNG],
    ['GET /favicon.ico', 200, PAGE, /^image\/svg\+xml$/],
    ['GET /manifest.webmanifest', 200, PAGE, /^application\/manifest\+json$/],
    ['GET /third-party-notices.txt', 200, PAGE, /^text\/plain; charset=utf-8$/],
    ['GET /robots.txt', 404, PAGE],
    ['GET /.git/config', 404, PAGE],
    ['GET /missing.png', 404, PAGE],
    [`GET /api/66/messages/${customerId}`, 200, CALL, JSON_TYPE],
    ['GET /api/66/messages/1', 401, CALL],
    ['GET /api/66/missing', 404, CALL, JSON_TYPE],
    ['GET /api/67/login', 404, CALL, JSON_TYPE],
    [`GET ${upload}`, 200, UPLOAD, PNG],
    ['GET /uploads/a.png', 404, MISSING_UPLOAD],
    ['GET /uploads/main.000000000000.js', 404, MISSING_UPLOAD],
    [negotiate, 200, CALL, JSON_TYPE],
    [negotiate, 401, CALL],
  ];
}

/** Returns a line for each deviation of a server's responses from the table. */
export async function findDeviations(url: string, token: string, rows: readonly Row[]) {
  const deviations: string[] = [];
  for (const [request, status, headers, type = /^/] of rows) {
    const [method = '', path = ''] = request.split(' ');
    const authorization = { Authorization: `Bearer ${token}` };
    const options = { method, headers: status === 200 && headers === CALL ? authorization : {} };
    const response = await requestRaw(url + path, options);
    if (response.status !== status) deviations.push(`${request}: status ${response.status}`);
    for (const [name, expected] of Object.entries({ 'content-type': type, ...headers })) {
      const values = response.headers[name] ?? [];
      const [value = ''] = values;
      const isRight = expected instanceof RegExp ? expected.test(value) : value === expected;
      if (!isRight || values.length > 1)
        deviations.push(`${request}: ${name} ${JSON.stringify(values)}`);
    }
  }
  return deviations;
}
