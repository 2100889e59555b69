import { request, type IncomingMessage } from 'node:http';
import { aMessage, Api } from './api';
import { openTarget, type Session, type Target } from './target';

let target: Target;
let customer: Session;

beforeAll(async () => {
  target = await openTarget();
  customer = await target.customer('+994552223344');
});
afterAll(() => target.stop());

const JSON_TYPE = 'application/json';
const FORM = 'multipart/form-data; boundary=x';
const login = (value: unknown): string => JSON.stringify(value);
const message = (change: object): string => JSON.stringify({ ...aMessage(2), ...change });
const part = (name: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\nno picture\r\n--x--\r\n`;

interface Row {
  name: string;
  method?: string;
  path: string;
  type?: string;
  body?: string;
  status: number;
  field?: string;
}

const LOGIN = { path: '/api/66/login', type: JSON_TYPE };
const SEND = { path: '/api/66/send', type: JSON_TYPE };
const UPLOAD = { path: '/api/66/upload', type: FORM };

const rows: Row[] = [
  { name: 'login: broken JSON', ...LOGIN, body: '{', status: 400, field: '$' },
  { name: 'login: no body', ...LOGIN, body: '', status: 400, field: '' },
  { name: 'login: null', ...LOGIN, body: 'null', status: 400, field: '' },
  { name: 'login: an array', ...LOGIN, body: '[]', status: 400, field: '$' },
  {
    name: 'login: no password',
    ...LOGIN,
    body: login({ username: '+994501112233' }),
    status: 400,
    field: 'Password',
  },
  {
    name: 'login: no username',
    ...LOGIN,
    body: login({ password: '' }),
    status: 400,
    field: 'Username',
  },
  {
    name: 'login: a number for the phone',
    ...LOGIN,
    body: login({ username: 5, password: '' }),
    status: 400,
    field: '$.username',
  },
  { name: 'login: plain text', ...LOGIN, type: 'text/plain', body: 'x', status: 415 },
  { name: 'login: GET', method: 'GET', path: LOGIN.path, status: 405 },
  { name: 'send: broken JSON', ...SEND, body: '{"text":', status: 400, field: '$.text' },
  {
    name: 'send: a text that is a number',
    ...SEND,
    body: message({ text: 5 }),
    status: 400,
    field: '$.text',
  },
  {
    name: 'send: half a sender',
    ...SEND,
    body: message({ fromUserId: 2.5 }),
    status: 400,
    field: '$.fromUserId',
  },
  {
    name: 'send: a sender beyond 32 bits',
    ...SEND,
    body: message({ fromUserId: 5e9 }),
    status: 400,
    field: '$.fromUserId',
  },
  {
    name: 'send: a time that is none',
    ...SEND,
    body: message({ timestamp: 'yesterday' }),
    status: 400,
    field: '$.timestamp',
  },
  {
    name: 'send: null for a time',
    ...SEND,
    body: message({ timestamp: null }),
    status: 400,
    field: '$.timestamp',
  },
  { name: 'send: a form', path: SEND.path, type: FORM, body: part('file'), status: 415 },
  { name: 'send: DELETE', method: 'DELETE', path: SEND.path, status: 405 },
  {
    name: 'messages: no number',
    method: 'GET',
    path: '/api/66/messages/x',
    status: 400,
    field: 'userId',
  },
  {
    name: 'messages: a number beyond 32 bits',
    method: 'GET',
    path: '/api/66/messages/99999999999',
    status: 400,
    field: 'userId',
  },
  { name: 'messages: POST', path: '/api/66/messages/2', type: JSON_TYPE, body: '{}', status: 405 },
  { name: 'upload: JSON', ...UPLOAD, type: JSON_TYPE, body: '{}', status: 415 },
  {
    name: 'upload: no part named file',
    ...UPLOAD,
    body: part('picture'),
    status: 400,
    field: 'file',
  },
  { name: 'upload: no form at all', ...UPLOAD, body: 'garbage', status: 400, field: '' },
  {
    name: 'upload: no boundary',
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
    name: 'a path out of the folder',
    method: 'GET',
    path: '/uploads/..%2f..%2fpackage.json',
    status: 404,
  },
  { name: 'a path that cannot be decoded', method: 'GET', path: '/uploads/%zz', status: 404 },
];

it.each(rows)('$name: $status', async ({ method = 'POST', path, type, body, status, field }) => {
  const answer = await fetch(target.url + path, {
    method,
    headers: { Authorization: `Bearer ${customer.token}`, ...(type && { 'Content-Type': type }) },
    ...(body !== undefined && { body }),
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Content-Type')).toMatch(/^application\/problem\+json\b/);
  const problem = (await answer.json()) as { errors?: Record<string, string[]> };
  expect(problem).toMatchObject({
    type: expect.stringMatching(/^https:\/\/tools\.ietf\.org\/html\/rfc9110#section-15/) as string,
    title: expect.any(String) as string,
    status,
    traceId: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/) as string,
  });
  if (field !== undefined) expect(Object.keys(problem.errors ?? {})).toContain(field);
});

it('names the method that is allowed', async () => {
  const answer = await fetch(`${target.url}/api/66/login`);
  expect(answer.headers.get('Allow')).toBe('POST');
});

it('refuses a file that is no picture, whatever its name, and SVG with it', async () => {
  const api = new Api(target, customer);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect([400, 415]).toContain((await api.upload(Buffer.from('hello'), 'a.png')).status);
  expect([400, 415]).toContain((await api.upload(svg, 'a.svg')).status);
});

it('refuses an upload over 20 MB as a form it cannot read, before it is there', async () => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${customer.token}`,
      'Content-Type': FORM,
      'Content-Length': 20 * 1024 * 1024 + 1,
    };
    const upload = request(`${target.url}/api/66/upload`, { method: 'POST', headers }, resolve);
    upload.on('error', reject).flushHeaders();
  });
  expect([answer.statusCode, answer.headers.connection]).toEqual([400, 'close']);
  answer.destroy();
});

it('is still well after all that', async () => {
  expect((await new Api(target, customer).messages()).status).toBe(200);
});
