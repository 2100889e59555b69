import { expect, type APIRequestContext } from '@playwright/test';
import { bearer } from '../contract/clients';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BUILD_FOLDER, mainScript } from './builds';
import { getRaw } from './getRaw';

type Headers = Record<string, unknown>;

/** Headers of every response. */
const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'strict-transport-security': 'max-age=31536000',
};

/** Returns the headers of a kind of path. */
const headersOf = (policy: string, caching: unknown, embedding = 'same-origin'): Headers => ({
  ...COMMON,
  'cross-origin-resource-policy': embedding,
  'content-security-policy': policy,
  'cache-control': caching,
});

const PAGE = headersOf("frame-ancestors 'none'", 'no-cache');
const HASHED = headersOf("frame-ancestors 'none'", 'public, max-age=31536000, immutable');
const CALL = headersOf("default-src 'none'; frame-ancestors 'none'", 'no-store');
// The provider may set a lifetime.
const LIFETIME: unknown = expect.stringMatching(
  /^(private, no-cache|public, max-age=31536000, immutable)$/,
);
const UPLOAD = headersOf("default-src 'none'; sandbox", LIFETIME, 'cross-origin');
const MISSING_UPLOAD = headersOf(
  "default-src 'none'; sandbox",
  'private, no-cache',
  'cross-origin',
);

const HTML = /^text\/html\b/;
const PNG = /^image\/png$/;
const JSON_TYPE = /^application\/(problem\+)?json\b/;

/** A request, and the response that every web server in front of the app must send. */
export type Row = readonly [request: string, status: number, headers: Headers, type?: RegExp];

/**
 * Returns the table of headers: a row for each kind of path. Calls with status 200 have a token.
 * @param upload path of an uploaded image
 */
export function headerTable(upload: string, customerId: number): Row[] {
  const negotiate = `POST /chatHub66/negotiate?userId=${customerId}&negotiateVersion=1`;
  return [
    ['GET /', 200, PAGE, HTML],
    ['GET /chat/a?b=c', 200, PAGE, HTML],
    ['GET /index.html', 200, PAGE, HTML],
    [`GET ${mainScript()}`, 200, HASHED, /javascript/],
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

/** Expects the responses of the table from a server. */
export async function expectResponses(
  request: APIRequestContext,
  url: string,
  token: string,
  rows: readonly Row[],
): Promise<void> {
  for (const [call, status, expected, type] of rows) {
    const [method = '', path = ''] = call.split(' ');
    const headers = status === 200 && expected === CALL ? bearer({ token }) : {};
    const response = await request.fetch(url + path, { method, headers });
    expect.soft(response.status(), call).toBe(status);
    // The values of a header that is sent twice are joined, and so differ.
    expect.soft(response.headers(), call).toMatchObject({
      ...expected,
      ...(type && { 'content-type': expect.stringMatching(type) }),
    });
  }
}

/** Expects the script and the manifest precompressed, with their Content-Type. */
export async function expectCompressedCopies(url: string): Promise<void> {
  for (const [name, type] of [
    [mainScript(), /javascript/],
    ['/manifest.webmanifest', /^application\/manifest\+json/],
  ] as const)
    for (const [encoding, extension] of Object.entries({ br: '.br', gzip: '.gz', identity: '' })) {
      const sent = await getRaw(url + name, { 'Accept-Encoding': encoding });
      expect(sent.headers['content-encoding'], name).toBe(extension ? encoding : undefined);
      expect(sent.headers['content-type'], name).toMatch(type);
      const copy = readFileSync(path.join(BUILD_FOLDER, name + extension));
      expect(sent.body.equals(copy), `${name}, ${encoding}`).toBe(true);
    }
}
