import { request, type IncomingMessage } from 'node:http';
import { makeMessage, RestClient } from '../support/restClient';
import { openTarget, type Session, type Target } from '../support/target';

let target: Target;
let customer: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.signIn('+994552223344');
});
afterAll(() => target.stop());

const JSON_TYPE = 'application/json';
const FORM = 'multipart/form-data; boundary=x';
const login = (value: unknown): string => JSON.stringify(value);
const message = (change: object): string => JSON.stringify({ ...makeMessage(2), ...change });
const nestedArrays = (levels: number): unknown =>
  JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const part = (name: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\nno image\r\n--x--\r\n`;

interface InvalidRequest {
  name: string;
  method?: string;
  path: string;
  type?: string;
  body?: string | Buffer<ArrayBuffer>;
  status: number;
  field?: string;
}

const LOGIN = { path: '/api/66/login', type: JSON_TYPE };
const SEND = { path: '/api/66/send', type: JSON_TYPE };
const UPLOAD = { path: '/api/66/upload', type: FORM };

const requests: InvalidRequest[] = [
  { name: 'login with malformed JSON', ...LOGIN, body: '{', status: 400, field: '$' },
  { name: 'login without a body', ...LOGIN, body: '', status: 400, field: '' },
  { name: 'login with null', ...LOGIN, body: 'null', status: 400, field: '' },
  { name: 'login with an array', ...LOGIN, body: '[]', status: 400, field: '$' },
  {
    name: 'login without a password',
    ...LOGIN,
    body: login({ username: '+994501112233' }),
    status: 400,
    field: 'Password',
  },
  {
    name: 'login without a username',
    ...LOGIN,
    body: login({ password: '' }),
    status: 400,
    field: 'Username',
  },
  {
    name: 'login with a number as username',
    ...LOGIN,
    body: login({ username: 5, password: '' }),
    status: 400,
    field: '$.username',
  },
  {
    name: 'login with a lone surrogate',
    ...LOGIN,
    body: login({ username: '\ud83d', password: '' }),
    status: 400,
    field: '$.username',
  },
  { name: 'login with plain text', ...LOGIN, type: 'text/plain', body: 'x', status: 415 },
  { name: 'login by GET', method: 'GET', path: LOGIN.path, status: 405 },
  { name: 'send with malformed JSON', ...SEND, body: '{"text":', status: 400, field: '$.text' },
  {
    name: 'send with a number as text',
    ...SEND,
    body: message({ text: 5 }),
    status: 400,
    field: '$.text',
  },
  {
    name: 'send with a fraction as sender',
    ...SEND,
    body: message({ fromUserId: 2.5 }),
    status: 400,
    field: '$.fromUserId',
  },
  {
    name: 'send with a sender beyond 32 bits',
    ...SEND,
    body: message({ fromUserId: 5e9 }),
    status: 400,
    field: '$.fromUserId',
  },
  {
    name: 'send with an invalid timestamp',
    ...SEND,
    body: message({ timestamp: 'yesterday' }),
    status: 400,
    field: '$.timestamp',
  },
  {
    name: 'send with null as timestamp',
    ...SEND,
    body: message({ timestamp: null }),
    status: 400,
    field: '$.timestamp',
  },
  {
    name: 'send with a lone surrogate as text',
    ...SEND,
    body: message({ text: '\ud83d' }),
    status: 400,
    field: '$.text',
  },
  {
    name: 'send with a lone surrogate as image',
    ...SEND,
    body: message({ imageUrl: 'a\udc00' }),
    status: 400,
    field: '$.imageUrl',
  },
  {
    name: 'send with a lone surrogate in a field name',
    ...SEND,
    body: message({ '\ud83d': 1 }),
    status: 400,
    field: '$',
  },
  {
    name: 'send with a text that is not UTF-8',
    ...SEND,
    body: Buffer.from(message({ text: '\u00ff' }), 'latin1'),
    status: 400,
    field: '$.text',
  },
  {
    name: 'send with an exponent in the sender',
    ...SEND,
    body: message({}).replace('"fromUserId":2', '"fromUserId":2e0'),
    status: 400,
    field: '$.fromUserId',
  },
  {
    name: 'send with a sender in quotes beyond 32 bits',
    ...SEND,
    body: message({ fromUserId: '5000000000' }),
    status: 400,
    field: '$.fromUserId',
  },
  {
    name: 'send with values nested over 32 levels',
    ...SEND,
    body: message({ other: nestedArrays(32) }),
    status: 400,
    field: '$.other',
  },
  { name: 'send with two JSON values', ...SEND, body: message({}).repeat(2), status: 400 },
  { name: 'send with a form', path: SEND.path, type: FORM, body: part('file'), status: 415 },
  { name: 'send by DELETE', method: 'DELETE', path: SEND.path, status: 405 },
  {
    name: 'messages of an id that is no number',
    method: 'GET',
    path: '/api/66/messages/x',
    status: 400,
    field: 'userId',
  },
  {
    name: 'messages of an id beyond 32 bits',
    method: 'GET',
    path: '/api/66/messages/99999999999',
    status: 400,
    field: 'userId',
  },
  {
    name: 'messages by POST',
    path: '/api/66/messages/2',
    type: JSON_TYPE,
    body: '{}',
    status: 405,
  },
  { name: 'upload of JSON', ...UPLOAD, type: JSON_TYPE, body: '{}', status: 415 },
  {
    name: 'upload without a part named file',
    ...UPLOAD,
    body: part('image'),
    status: 400,
    field: 'file',
  },
  { name: 'upload of malformed form data', ...UPLOAD, body: 'garbage', status: 400, field: '' },
  {
    name: 'upload without a boundary',
    ...UPLOAD,
    type: 'multipart/form-data',
    body: 'x',
    status: 400,
    field: '',
  },
  { name: 'an unknown call', method: 'GET', path: '/api/66/nothing', status: 404 },
  { name: 'an unknown path', method: 'GET', path: '/nothing', status: 404 },
  { name: 'an unknown image', method: 'GET', path: '/uploads/nothing.png', status: 404 },
  {
    name: 'a path outside of the image folder',
    method: 'GET',
    path: '/uploads/..%2f..%2fpackage.json',
    status: 404,
  },
  { name: 'a path that cannot be decoded', method: 'GET', path: '/uploads/%zz', status: 404 },
];

describe('invalid requests', () => {
  test.each(requests)(
    '$name responds $status',
    async ({ method = 'POST', path, type, body, status, field }) => {
      const response = await fetch(target.url + path, {
        method,
        headers: {
          Authorization: `Bearer ${customer.token}`,
          ...(type && { 'Content-Type': type }),
        },
        ...(body !== undefined && { body }),
      });
      expect(response.status).toBe(status);
      expect(response.headers.get('Content-Type')).toMatch(/^application\/problem\+json\b/);
      const problem = (await response.json()) as { errors?: Record<string, string[]> };
      expect(problem).toMatchObject({
        type: expect.stringMatching(
          /^https:\/\/tools\.ietf\.org\/html\/rfc9110#section-15/,
        ) as string,
        title: expect.any(String) as string,
        status,
        traceId: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/) as string,
      });
      if (field !== undefined) expect(Object.keys(problem.errors ?? {})).toContain(field);
    },
  );

  test('a wrong method responds with the allowed method', async () => {
    const response = await fetch(`${target.url}/api/66/login`);
    expect(response.headers.get('Allow')).toBe('POST');
  });

  test('upload rejects files that are no image, and SVG, whatever their names', async () => {
    const client = new RestClient(target, customer);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect([400, 415]).toContain((await client.upload(Buffer.from('hello'), 'a.png')).status);
    expect([400, 415]).toContain((await client.upload(svg, 'a.svg')).status);
  });

  test('upload over 20 MB responds 400 before the body has arrived', async () => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${customer.token}`,
        'Content-Type': FORM,
        'Content-Length': 20 * 1024 * 1024 + 1,
      };
      const upload = request(`${target.url}/api/66/upload`, { method: 'POST', headers }, resolve);
      upload.on('error', reject).flushHeaders();
    });
    expect([response.statusCode, response.headers.connection]).toEqual([400, 'close']);
    response.destroy();
  });

  test('the provider still responds afterwards', async () => {
    expect((await new RestClient(target, customer).messages()).status).toBe(200);
  });
});
