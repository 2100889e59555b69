import type { Request, RequestHandler, Response } from 'express';
import { jwtDecode } from 'jwt-decode';
import { startProvider, type Provider } from '../stand-in/provider';
import type { ChatMessage } from '../stand-in/state/conversations';

type Body = Record<string, unknown>;

/** Changes the JSON of a response to a call. */
type ChangeJson = (call: string, body: unknown, provider: Provider) => unknown;
/** Handles a request itself, or changes request and response. @returns whether it has responded */
type Handle = (request: Request, response: Response, provider: Provider) => boolean;

/** A stand-in that breaks one duty. */
interface BrokenProvider {
  /** The line of the report that must name the fault. */
  duty: string;
  json?: ChangeJson;
  request?: Handle;
  /** Changes the running stand-in. */
  setUp?: (provider: Provider) => void;
  /** How long the check waits for a message, in ms. */
  patience?: number;
}

const HISTORY = 'messages';

/** Changes each message of a history. */
const items =
  (change: (item: ChatMessage) => unknown): ChangeJson =>
  (call, body) =>
    call === HISTORY ? (body as ChatMessage[]).map(change) : body;

/** Changes a header before it is sent. @param value undefined omits the header */
function replaceHeader(response: Response, name: RegExp, value?: string): void {
  const set = response.setHeader.bind(response);
  response.setHeader = (key, old) => {
    if (!name.test(key)) return set(key, old);
    return value === undefined ? response : set(key, value);
  };
}

/** Changes what clients send to the hub. */
function rewriteRecords(provider: Provider, change: (record: string) => string): void {
  const reserve = provider.hub.reserve.bind(provider.hub);
  provider.hub.reserve = (customerId) => {
    const connection = reserve(customerId);
    const receive = connection.receive.bind(connection);
    connection.receive = (text) => receive(change(text));
    return connection;
  };
}

/** Changes the claims of a login's token. */
const claims =
  (change: (payload: Body) => Body): ChangeJson =>
  (call, body) => {
    if (call !== 'login') return body;
    const { newtoken } = body as { newtoken: string };
    const payload = Buffer.from(JSON.stringify(change(jwtDecode<Body>(newtoken))));
    return { newtoken: newtoken.replace(/\..*\./, `.${payload.toString('base64url')}.`) };
  };

const withoutClaim = (part: string) => (payload: Body) =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !name.includes(part)));

const upperFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const upper = (body: object) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [upperFirst(name), value]));

/** Providers that break one duty each, by what they do. */
export const BROKEN_PROVIDERS: Record<string, BrokenProvider> = {
  'Newtoken in PascalCase': {
    duty: 'login: responds with newtoken',
    json: (call, body) => (call === 'login' ? upper(body as Body) : body),
  },
  'no login': {
    duty: 'login: responds with newtoken',
    request: ({ path }, response) => {
      const isLogin = path.endsWith('/login');
      if (isLogin) response.sendStatus(404);
      return isLogin;
    },
  },
  'the claim uid': {
    duty: 'login: the claims of the token hold the id, an integer, and the name',
    json: claims((payload) => ({ ...withoutClaim('nameidentifier')(payload), uid: 7 })),
  },
  'no claim with a name': {
    duty: 'login: the claims of the token hold the id, an integer, and the name',
    json: (call, body, provider) => {
      const token = provider.tokenFor({ id: 7, username: '' });
      return call === 'login' ? { newtoken: token } : body;
    },
  },
  "a customer with the operator's id": {
    duty: "login: no customer has the operator's id, 1",
    json: (call, body, provider) => {
      const token = provider.tokenFor({ id: 1, username: '+994501234567' });
      return call === 'login' ? { newtoken: token } : body;
    },
  },
  'an id for each login': {
    duty: 'login: the same number gets the same id',
    json: (call, body, provider) => {
      const id = 2 + provider.ledger.requests('login').length;
      const token = provider.tokenFor({ id, username: '+994501234567' });
      return call === 'login' ? { newtoken: token } : body;
    },
  },
  'tokens that never expire': {
    duty: 'login: the token expires (exp)',
    json: (call, body, provider) =>
      call === 'login'
        ? { newtoken: provider.tokenFor({ id: 7, username: '+994501234567' }, null) }
        : body,
  },
  'a page of messages': {
    duty: 'messages: responds with a JSON array',
    json: (call, body) => (call === HISTORY ? { items: body, total: 3 } : body),
  },
  'PascalCase JSON': {
    duty: 'messages: the names of the fields are those of the contract, in camelCase',
    json: items(upper),
  },
  'ids as strings': {
    duty: 'messages: ids are JSON numbers',
    json: items((item) => ({ ...item, fromUserId: String(item.fromUserId) })),
  },
  'a hub that stores too': {
    duty: 'messages: a message that was posted and passed to the hub is stored once, by the POST',
    setUp: (provider) => {
      const add = provider.ledger.add.bind(provider.ledger);
      provider.ledger.add = (entry) => {
        if (entry.kind === 'invocation' && entry.target === 'SendMessage')
          provider.store(entry.customerId, entry.arguments[0] as ChatMessage);
        return add(entry);
      };
    },
  },
  'the last two messages': {
    duty: 'messages: the history is whole',
    json: (call, body) => (call === HISTORY ? (body as ChatMessage[]).slice(-2) : body),
  },
  'newest first': {
    duty: 'messages: the oldest message is first',
    json: (call, body) => (call === HISTORY ? (body as ChatMessage[]).toReversed() : body),
  },
  'local times': {
    duty: 'messages: a time without a zone is UTC',
    json: items((item) => {
      const local = Date.parse(`${item.timestamp.slice(0, 19)}Z`) + 4 * 3_600_000;
      return { ...item, timestamp: new Date(local).toISOString().slice(0, 19) };
    }),
  },
  'encoded texts': {
    duty: 'messages: a text comes back as it was sent',
    setUp: ({ switches }) => {
      switches.rewrite = 'encode';
    },
  },
  'no uploads': {
    duty: 'upload: accepts a PNG in the part file, and responds with imageUrl',
    json: (call, body) => (call === 'upload' ? { url: (body as Body).imageUrl } : body),
  },
  'an absolute image URL': {
    duty: 'upload: imageUrl is relative',
    json: (call, body, { url }) =>
      call === 'upload' ? { imageUrl: `${url}/${String((body as Body).imageUrl)}` } : body,
  },
  'images for signed-in customers only': {
    duty: 'upload: {host}/{imageUrl} is the image, without a token',
    request: ({ path, headers }, response) => {
      if (!path.startsWith('/uploads') || headers.authorization) return false;
      replaceHeader(response, /^Content-Type$/i, 'text/html');
      return false;
    },
  },
  'uploads without a policy': {
    duty: 'upload: images have nosniff and a sandbox policy',
    request: (_, response) => {
      replaceHeader(response, /^Content-Security-Policy$/i);
      return false;
    },
  },
  'counted images': {
    duty: 'upload: nobody can guess the name of an image',
    setUp: ({ images }) => {
      let count = 1_000_000;
      images.makeName = () => String((count += 1));
    },
  },
  'any file as an image': {
    duty: 'upload: rejects a page that is named as an image',
    setUp: acceptUploads('<!doctype'),
  },
  SVG: { duty: 'upload: rejects an SVG', setUp: acceptUploads('<svg') },
  '302 for 401': {
    duty: 'authorization: 401 without a token, for each call and for negotiate',
    request: (_, response) => {
      const status = response.status.bind(response);
      response.status = (code) => {
        if (code === 401) response.setHeader('Location', '/Account/Login');
        return status(code === 401 ? 302 : code);
      };
      return false;
    },
  },
  'a Basic challenge': {
    duty: 'authorization: no Basic, NTLM or Negotiate challenge, for which browsers ask the customer',
    request: (_, response) => {
      response.setHeader('WWW-Authenticate', 'Basic realm="chat"');
      return false;
    },
  },
  'forged tokens': {
    duty: 'authorization: a forged token is rejected',
    request: ({ headers }, _, provider) => {
      const token = headers.authorization?.slice('Bearer '.length);
      if (!token?.includes('.')) return false;
      const id = Number(
        Object.entries(jwtDecode(token)).find(([name]) => name.includes('nameid'))?.[1],
      );
      headers.authorization = `Bearer ${provider.tokenFor({ id, username: '+994501234567' })}`;
      return false;
    },
  },
  'a cookie that authenticates': {
    duty: 'authorization: the Bearer token alone authenticates, never a cookie',
    request: ({ headers, path }, response, provider) => {
      if (path.endsWith('/login')) response.cookie('token', provider.tokenFor('+994501234567'));
      const token = /token=([^;]+)/.exec(headers.cookie ?? '')?.[1];
      if (token !== undefined) headers.authorization ??= `Bearer ${token}`;
      return false;
    },
  },
  "another customer's history": {
    duty: "messages: another customer's history is rejected",
    request: (request, response) => {
      const isOther = request.method === 'GET' && request.path.includes('/messages/2147483646');
      if (isOther && request.headers.authorization) response.json([]);
      return isOther && Boolean(request.headers.authorization);
    },
  },
  'no image without a text': {
    duty: 'send: a text, and an image without a text, are accepted (2xx)',
    request: ({ path, body }, response) => {
      const isRejected = path.endsWith('/send') && (body as Partial<ChatMessage>).text === null;
      if (isRejected) response.sendStatus(400);
      return isRejected;
    },
  },
  'another sender, by POST': {
    duty: 'send: another sender is rejected',
    request: acceptMessages(({ fromUserId }) => fromUserId === 2_147_483_646),
  },
  'another recipient, by POST': {
    duty: 'send: a customer writes to the operator only',
    request: acceptMessages(({ toUserId }) => toUserId === 2_147_483_646),
  },
  'any imageUrl': {
    duty: 'send: accepts only an imageUrl that upload has returned',
    request: acceptMessages(({ imageUrl }) => imageUrl?.length === 'uploads/12345678.png'.length),
  },
  "another customer's connection": {
    duty: 'hub: another userId is rejected',
    request: (request, response) => {
      const isOther = request.url.includes('negotiate?userId=2147483646');
      if (isOther) response.json({ negotiateVersion: 1 });
      return isOther;
    },
  },
  'another sender, by the hub': {
    duty: 'hub: SendMessage of another sender is rejected',
    setUp: (provider) => {
      const { id } = provider.customerFor('+994501234567');
      rewriteRecords(provider, (text) => text.replace('"fromUserId":1,', `"fromUserId":${id},`));
    },
  },
  'another recipient, by the hub': {
    duty: 'hub: SendMessage to another recipient than the operator is rejected',
    setUp: (provider) =>
      rewriteRecords(provider, (text) => text.replace('"toUserId":2147483646', '"toUserId":1')),
  },
  'no CORS credentials': {
    duty: "CORS: responses allow the page's origin, with credentials",
    request: (request, response) => {
      if (request.method !== 'OPTIONS') response.removeHeader('Access-Control-Allow-Credentials');
      return false;
    },
  },
  'CORS for everybody': {
    duty: 'CORS: no other origin is allowed with credentials',
    request: ({ headers }, response) => {
      response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '');
      return false;
    },
  },
  'a hidden Date': {
    duty: 'CORS: the page can read the header Date',
    request: (_, response) => {
      response.removeHeader('Access-Control-Expose-Headers');
      return false;
    },
  },
  'a hub without SendTyping': {
    duty: 'hub: SendMessage and SendTyping complete',
    setUp: ({ switches }) => {
      switches.invocations.sendtyping = { error: 'Unknown method' };
    },
  },
  'a hub without a transport': {
    duty: 'hub: negotiate offers a transport that works',
    setUp: ({ switches }) => {
      switches.transports = [];
    },
  },
  'a message that is stored, but not delivered': {
    duty: "hub: the operator's message arrives live, and is in the history",
    patience: 300,
    setUp: ({ hub }) => {
      const push = hub.pushMessage.bind(hub);
      hub.pushMessage = (customerId, message) => {
        if (!(message as ChatMessage).text?.startsWith('Operator ')) push(customerId, message);
      };
    },
  },
  'messages for everybody': {
    duty: "hub: another customer's message is not delivered",
    setUp: ({ hub }) => {
      hub.pushMessage = (_, message) =>
        hub.connections().forEach((connection) => connection.deliver('ReceiveMessage', [message]));
    },
  },
};

/** Accepts messages that the stand-in rejects. */
function acceptMessages(isAccepted: (message: ChatMessage) => boolean): Handle {
  return ({ path, body, headers }, response) => {
    const isHandled =
      path.endsWith('/send') && Boolean(headers.authorization) && isAccepted(body as ChatMessage);
    if (isHandled) response.send('OK');
    return isHandled;
  };
}

/** Accepts files that begin with this text. */
function acceptUploads(start: string): (provider: Provider) => void {
  return ({ images }) => {
    const add = images.add.bind(images);
    images.add = (bytes) => (bytes.toString().startsWith(start) ? 'uploads/a.png' : add(bytes));
  };
}

/** Starts a broken provider. */
export async function startBrokenProvider(broken: BrokenProvider): Promise<Provider> {
  const before: RequestHandler = (request, response, next) => {
    const send = response.json.bind(response);
    const call = request.path.split('/')[3] ?? '';
    response.json = (body) =>
      send(broken.json && response.statusCode === 200 ? broken.json(call, body, provider) : body);
    if (!broken.request?.(request, response, provider)) next();
  };
  const provider: Provider = await startProvider({ keepAlive: 100, before });
  broken.setUp?.(provider);
  return provider;
}
