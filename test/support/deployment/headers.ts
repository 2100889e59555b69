import type { APIRequestContext } from '@playwright/test';

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
export async function findDeviations(
  request: APIRequestContext,
  url: string,
  token: string,
  rows: readonly Row[],
): Promise<string[]> {
  const deviations: string[] = [];
  for (const [call, status, expected, type] of rows) {
    const [method = '', path = ''] = call.split(' ');
    const isAuthorized = status === 200 && expected === CALL;
    const headers = isAuthorized ? { Authorization: `Bearer ${token}` } : {};
    const response = await request.fetch(url + path, { method, headers });
    if (response.status() !== status) deviations.push(`${call}: status ${response.status()}`);
    const sent = response.headersArray();
    const all = type ? { ...expected, 'content-type': type } : expected;
    for (const [name, value] of Object.entries(all)) {
      const values = sent.filter((header) => header.name.toLowerCase() === name);
      const isRight = values.length === 1 && matches(values[0]?.value ?? '', value);
      if (!isRight) deviations.push(`${call}: ${name} ${JSON.stringify(values)}`);
    }
  }
  return deviations;
}

const matches = (text: string, expected: string | RegExp) =>
  expected instanceof RegExp ? expected.test(text) : text === expected;
