import { expect, type APIRequestContext } from '@playwright/test';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bearer, type Session } from '../contract/clients';
import { BUILD_FOLDER, filesOfBuild } from './builds';
import { getRaw } from './getRaw';

type Headers = Record<string, unknown>;

const PAGE_FILE = path.join(__dirname, '../../../src/hosting/README.md');

/** The cells of the two tables of headers in src/hosting/README.md: of each, the last code or the text. */
// The skipped element is the head of the second table.
const [names = [], page, hashed, call, upload, , ...common] = readFileSync(PAGE_FILE, 'utf8')
  .replace(/^.*?(?=^\| path )/ms, '')
  .split('\n')
  .filter((line) => /^\| [^-]/.test(line))
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.split('`').at(-2) ?? cell.trim()));

/** Returns the headers of a kind of path. */
const headersOf = (values: string[] = []): Headers =>
  Object.fromEntries(
    [...names.map((name, index) => [name, values[index]]).slice(1), ...common].map(
      ([name = '', value]) => [name.toLowerCase(), value],
    ),
  );

const PAGE = headersOf(page);
const HASHED = headersOf(hashed);
const CALL = headersOf(call);
const MISSING_UPLOAD = headersOf(upload);
// The provider may set a lifetime.
const LIFETIME = /^(private, no-cache|public, max-age=31536000, immutable)$/;
const UPLOAD = { ...MISSING_UPLOAD, 'cache-control': expect.stringMatching(LIFETIME) as unknown };

const HTML = /^text\/html\b/;
const PNG = /^image\/png$/;
const JSON_TYPE = /^application\/(problem\+)?json\b/;
const MANIFEST = /^application\/manifest\+json\b/;
const SVG = /^image\/svg\+xml$/;

/** A request, and the response that every web server in front of the app must send. */
export type Row = readonly [request: string, status: number, headers: Headers, type?: RegExp];

/**
 * Returns the table of headers: a row for each kind of path. Calls with status 200 have a token.
 * @param uploaded path of an uploaded image
 */
export function headerTable(uploaded: string, customerId: number): Row[] {
  const negotiate = `POST /chatHub66/negotiate?userId=${customerId}&negotiateVersion=1`;
  return [
    ['GET /', 200, PAGE, HTML],
    ['GET /chat/a?b=c', 200, PAGE, HTML],
    ['GET /index.html', 200, PAGE, HTML],
    ...filesOfBuild('js').map((name): Row => [`GET ${name}`, 200, HASHED, /javascript/]),
    ['GET /main.000000000000.js', 404, PAGE],
    ['GET /icon.png', 200, PAGE, PNG],
    ['GET /favicon.ico', 200, PAGE, SVG],
    ['GET /manifest.webmanifest', 200, PAGE, MANIFEST],
    ['GET /third-party-notices.txt', 200, PAGE, /^text\/plain; charset=utf-8$/],
    ['GET /robots.txt', 404, PAGE],
    ['GET /.git/config', 404, PAGE],
    ['GET /missing.png', 404, PAGE],
    [`GET /api/66/messages/${customerId}`, 200, CALL, JSON_TYPE],
    ['GET /api/66/messages/1', 401, CALL],
    ['GET /api/66/missing', 404, CALL, JSON_TYPE],
    ['GET /api/67/login', 404, CALL, JSON_TYPE],
    [`GET ${uploaded}`, 200, UPLOAD, PNG],
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
  for (const [target, status, expected, type] of rows) {
    const [method = '', path = ''] = target.split(' ');
    const headers = status === 200 && expected === CALL ? bearer({ token }) : {};
    const response = await request.fetch(url + path, { method, headers });
    expect.soft(response.status(), target).toBe(status);
    // The values of a header that is sent twice are joined, and so differ.
    expect.soft(response.headers(), target).toMatchObject({
      ...expected,
      ...(type && { 'content-type': expect.stringMatching(type) }),
    });
  }
}

/** Expects a compressed page and history, and the compressed copies of the other files. */
export async function expectCompression(url: string, session: Session): Promise<void> {
  for (const name of ['/chat', `/api/66/messages/${session.id}`]) {
    const { headers } = await getRaw(url + name, { 'Accept-Encoding': 'gzip', ...bearer(session) });
    expect(headers['content-encoding'], name).toBe('gzip');
    expect(headers.vary, name).toContain('Accept-Encoding');
  }
  for (const [extension, type] of [
    ['js', /javascript/],
    ['webmanifest', MANIFEST],
    ['svg', SVG],
  ] as const)
    for (const name of filesOfBuild(extension))
      for (const [encoding, end] of Object.entries({ br: '.br', gzip: '.gz', identity: '' })) {
        const sent = await getRaw(url + name, { 'Accept-Encoding': encoding });
        expect(sent.headers['content-encoding'], name).toBe(end ? encoding : undefined);
        expect(sent.headers['content-type'], name).toMatch(type);
        const copy = readFileSync(path.join(BUILD_FOLDER, name + end));
        expect(sent.body.equals(copy), `${name}, ${encoding}`).toBe(true);
      }
}
