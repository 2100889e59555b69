import type { Request, RequestHandler, Response } from 'express';
import { startProvider, type Provider } from '../stand-in/provider';
import { callOf, type Call } from '../stand-in/rest/calls';
import { OPERATOR_ID, type ChatMessage } from '../stand-in/state/conversations';
import { checkProvider } from './check';
import { OTHER_ID } from './subject';

const PHONE = '+994501234567';
const LIVE = "hub: the operator's message arrives live, and is in the history";

/** Changes a running stand-in. @returns a handler that sees each request first, if there is one */
type Breach = (provider: Provider) => RequestHandler | undefined;

/** Handles each request before the stand-in does. @param change returns true if it has responded */
const handle =
  (change: (request: Request, response: Response, provider: Provider) => unknown): Breach =>
  (provider) =>
  (request, response, next) =>
    change(request, response, provider) === true || next();

/** Changes the JSON of a call's responses. */
const json = (call: Call, change: (body: never, provider: Provider) => unknown) =>
  handle((request, response, provider) => {
    if (callOf(request) !== call) return;
    const send = response.json.bind(response);
    response.json = (body) =>
      send(response.statusCode === 200 ? change(body as never, provider) : body);
  });

/** Changes each message of a history. */
const items = (change: (item: ChatMessage) => unknown) =>
  json('messages', (all: ChatMessage[]) => all.map(change));

/** Returns a customer's token from each login. */
const token = (id: (provider: Provider) => number, username = PHONE, lifetime?: null) =>
  json('login', (_, provider) => ({
    newtoken: provider.tokenFor({ id: id(provider), username }, lifetime),
  }));

/** Responds to some requests in place of the stand-in. */
const respond = (isMeant: (request: Request) => boolean, status = 200) =>
  handle((request, response) => isMeant(request) && Boolean(response.sendStatus(status)));

/** Responds to some messages that are sent by POST. */
const respondToSend = (isMeant: (message: Partial<ChatMessage>) => boolean, status?: number) =>
  respond(({ body }) => isMeant({ ...(body as object) }), status);

/** Changes the status and the headers of each response. */
const head = (change: (response: Response, request: Request) => unknown) =>
  handle((request, response) => {
    const write = response.writeHead.bind(response);
    response.writeHead = () => {
      change(response, request);
      return write(response.statusCode);
    };
  });

const without = (header: string) => head((response) => response.removeHeader(header));

/** Accepts files that begin with this text. */
const accept =
  (start: string): Breach =>
  ({ images }) => {
    const add = images.add.bind(images);
    images.add = (bytes) => (bytes.toString().startsWith(start) ? 'uploads/a.png' : add(bytes));
  };

/** Changes what clients send to the hub. */
const records =
  (change: (text: string, provider: Provider) => string): Breach =>
  (provider) => {
    const reserve = provider.hub.reserve.bind(provider.hub);
    provider.hub.reserve = (customerId) => {
      const connection = reserve(customerId);
      const receive = connection.receive.bind(connection);
      connection.receive = (text) => receive(change(text, provider));
      return connection;
    };
  };

/** A breach of each duty that the stand-in can break. */
const BREACHES: Record<string, Breach> = {
  'login: responds with newtoken': json('login', ({ newtoken }: { newtoken: string }) => ({
    Newtoken: newtoken,
  })),
  'login: the claims of the token hold an integer id and the name': token(() => 7, ''),
  "login: no customer has the operator's id, 1": token(() => 1),
  'login: the same number gets the same id': token(
    ({ ledger }) => 2 + ledger.requests('login').length,
  ),
  'login: the token expires (exp)': token(() => 7, PHONE, null),
  'messages: responds with a JSON array': json('messages', (body) => ({ items: body, total: 3 })),
  'messages: the names of the fields are those of the contract, in camelCase': items(
    ({ fromUserId, text, ...item }) => ({ ...item, FromUserId: fromUserId, Text: text }),
  ),
  'messages: ids are JSON numbers': items((item) => ({ ...item, toUserId: '1' })),
  'messages: a message that was posted and passed to the hub is stored once, by the POST': records(
    (text, provider) => {
      const message = /"arguments":\[(\{.*\})\]/.exec(text)?.[1];
      if (message) provider.store(provider.customerFor(PHONE).id, JSON.parse(message) as object);
      return text;
    },
  ),
  'messages: the history is whole': json('messages', (all: object[]) => all.slice(-2)),
  'messages: the oldest message is first': json('messages', (all: object[]) => all.toReversed()),
  'messages: a time without a zone is UTC': items(({ timestamp, ...item }) => {
    const local = Date.parse(`${timestamp.slice(0, 19)}+00:00`) + 4 * 3_600_000;
    return { ...item, timestamp: new Date(local).toISOString().slice(0, 19) };
  }),
  'messages: a text comes back as it was sent': ({ switches }) => {
    switches.rewrite = 'encode';
  },
  'upload: accepts a PNG in the part file, and responds with imageUrl': json('upload', () => ({})),
  'upload: imageUrl is relative': json('upload', (body: ChatMessage, { url }) => ({
    imageUrl: `${url}/${body.imageUrl}`,
  })),
  'upload: {host}/{imageUrl} is the image, without a token': head((response) =>
    response.setHeader('Content-Type', 'text/html'),
  ),
  'upload: images have nosniff and a sandbox policy': without('Content-Security-Policy'),
  'upload: nobody can guess the name of an image': ({ images }) => {
    let count = 1_000_000;
    images.makeName = () => String((count += 1));
  },
  'upload: rejects a page that is named as an image': accept('<!doctype'),
  'upload: rejects an SVG': accept('<svg'),
  'authorization: 401 without a token, for each call and for negotiate': head((response) => {
    if (response.statusCode === 401) response.status(302).location('/Account/Login');
  }),
  'authorization: no Basic, NTLM or Negotiate challenge, for which browsers ask the customer': head(
    (response) => response.setHeader('WWW-Authenticate', 'Basic realm="chat"'),
  ),
  'authorization: a forged token is rejected': handle(({ headers }, _, provider) => {
    if (headers.authorization?.includes('.'))
      headers.authorization = `Bearer ${provider.tokenFor(PHONE)}`;
  }),
  'authorization: the Bearer token alone authenticates, never a cookie': handle(
    ({ headers, path }, response, provider) => {
      if (path.endsWith('/login')) response.cookie('token', provider.tokenFor(PHONE));
      const cookie = /token=([^;]+)/.exec(headers.cookie ?? '')?.[1];
      if (cookie !== undefined) headers.authorization ??= `Bearer ${cookie}`;
    },
  ),
  "messages: another customer's history is rejected": respond(({ path }) =>
    path.endsWith(`/messages/${OTHER_ID}`),
  ),
  'send: a text, and an image without a text, are accepted (2xx)': respondToSend(
    ({ text }) => text === null,
    400,
  ),
  'send: another sender is rejected': respondToSend(({ fromUserId }) => fromUserId === OTHER_ID),
  'send: a customer writes to the operator only': respondToSend(
    ({ toUserId }) => toUserId === OTHER_ID,
  ),
  'send: accepts only an imageUrl that upload has returned': respondToSend(
    ({ imageUrl }) => imageUrl?.length === 'uploads/12345678.png'.length,
  ),
  'hub: another userId is rejected': respond(({ url }) =>
    url.includes(`negotiate?userId=${OTHER_ID}`),
  ),
  'hub: SendMessage of another sender is rejected': records((text, provider) =>
    text.replace(
      '"fromUserId":1,"toUserId":1,',
      `"fromUserId":${provider.customerFor(PHONE).id},"toUserId":1,`,
    ),
  ),
  'hub: SendMessage to another recipient than the operator is rejected': records((text) =>
    text.replace(`"toUserId":${OTHER_ID}`, '"toUserId":1'),
  ),
  "CORS: responses allow the page's origin, with credentials": without(
    'Access-Control-Allow-Credentials',
  ),
  'CORS: no other origin is allowed with credentials': head((response, { headers }) =>
    response.setHeader('Access-Control-Allow-Origin', headers.origin ?? ''),
  ),
  'CORS: the page can read the header Date': without('Access-Control-Expose-Headers'),
  'hub: SendMessage and SendTyping complete': ({ switches }) => {
    switches.invocations.sendtyping = { error: 'Unknown method' };
  },
  'hub: negotiate offers a transport that works': ({ switches }) => {
    switches.transports = [];
  },
  [LIVE]: ({ hub }) => {
    hub.pushMessage = () => undefined;
  },
  "hub: another customer's message is not delivered": ({ hub }) => {
    hub.pushMessage = (_, message) =>
      hub.connections().forEach((connection) => connection.deliver('ReceiveMessage', [message]));
  },
};

/** Checks a provider with everything that the check can ask for. @returns the verdicts that are not `kept` */
async function check(breach: Breach = () => undefined, timeout?: number) {
  const provider: Provider = await startProvider({
    keepAlive: 100,
    before: (...args) => void handle(...args),
  });
  const handle = breach(provider) ?? ((_request, _response, next) => next());
  const { url } = provider;
  const operatorToken = provider.tokenFor({ id: OPERATOR_ID, username: 'operator' });
  const origin = 'http://localhost:8080';
  const verdicts = await checkProvider({ url, phone: PHONE, operatorToken, origin, timeout });
  await provider.stop();
  return verdicts.filter(({ verdict }) => verdict !== 'kept');
}

describe('The check of the contract', () => {
  test('finds every duty kept by the stand-in', async () => expect(await check()).toEqual([]));

  test.each(Object.entries(BREACHES))('names the duty that is broken: %s', async (duty, breach) => {
    // The message that is not delivered.
    const timeout = duty === LIVE ? 300 : undefined;
    const broken = (await check(breach, timeout)).filter(({ verdict }) => verdict === 'broken');
    expect(broken.map(({ name }) => name)).toEqual([duty]);
  });
});
