import {
  HubConnectionBuilder,
  JsonHubProtocol,
  MessageType,
  type IHttpConnectionOptions,
  type ILogger,
} from '@microsoft/signalr';
import {
  ForeignTokenError,
  ReplacedTokenError,
  STOP_TIMEOUT,
  type HubClient,
  type HubClientEvents,
} from '../../services/hubClient';
import type { Services } from '../../services/services';
import {
  HUB_PATH,
  KEEP_ALIVE_INTERVAL,
  RECEIVE_MESSAGE,
  REQUEST_TIMEOUT,
  SERVER_TIMEOUT,
} from '../../shared/constants';
import { abortableWebSocket } from './abortableWebSocket';
import { BoundedHttpClient } from './boundedHttpClient';
import { HubHttpClient } from './httpClient';
import { HubLogger } from './logger';

/**
 * SignalR's JSON protocol. Records the time of the server's last message, and reports the first
 * invocation or completion.
 */
class ObservedJsonProtocol extends JsonHubProtocol {
  private isServed = false;

  constructor(
    private readonly uptime: () => number,
    private readonly onServed: () => void,
    public lastMessageAt = uptime(),
  ) {
    super();
  }

  override parseMessages(input: string, logger: ILogger) {
    this.lastMessageAt = this.uptime();
    const messages = super.parseMessages(input, logger);
    const isServed = messages.some(
      ({ type }) => type === MessageType.Invocation || type === MessageType.Completion,
    );
    if (isServed && !this.isServed) this.onServed();
    this.isServed ||= isServed;
    return messages;
  }
}

/** Tests pass a transport and an HTTP client; the page passes the browser's WebSocket class. */
type Overrides = Pick<IHttpConnectionOptions, 'transport' | 'httpClient'> & {
  WebSocket?: typeof WebSocket;
};

/**
 * Creates a client for one connection to the hub (S7, S9), with the stored token as access token.
 * @throws ForeignTokenError if the stored token is missing or belongs to another user
 */
export function createHubClient(
  { host, tokens, uptime }: Pick<Services, 'host' | 'tokens' | 'uptime'>,
  userId: number,
  events: HubClientEvents,
  { WebSocket: Socket, ...overrides }: Overrides = {},
): HubClient {
  const token = tokens.readFor(userId);
  if (token === null) throw new ForeignTokenError();
  const logger = new HubLogger();
  const inner = overrides.httpClient ?? new BoundedHttpClient();
  const ended = new AbortController();
  const httpClient = new HubHttpClient(inner, host, token, ended.signal, () => {
    events.closed();
  });
  const protocol = new ObservedJsonProtocol(uptime, () => {
    events.served();
  });
  const connection = new HubConnectionBuilder()
    .withUrl(`${host}${HUB_PATH}?userId=${encodeURIComponent(userId)}`, {
      ...overrides,
      httpClient,
      ...(Socket && { WebSocket: abortableWebSocket(Socket, ended.signal) }),
      accessTokenFactory: () => token,
      timeout: REQUEST_TIMEOUT,
    })
    .withHubProtocol(protocol)
    .withServerTimeout(SERVER_TIMEOUT)
    .withKeepAliveInterval(KEEP_ALIVE_INTERVAL)
    .configureLogging(logger)
    .build();
  connection.on(RECEIVE_MESSAGE, (payload: unknown) => {
    events.received(payload);
  });
  connection.onclose(() => {
    events.closed();
  });
  return {
    start: async () => {
      try {
        await connection.start();
        logger.isMuted = false;
      } catch (error) {
        const isReplaced = httpClient.rejection && tokens.read() !== token;
        throw isReplaced ? new ReplacedTokenError() : (httpClient.rejection ?? error);
      }
    },
    stop: () => {
      logger.isMuted = true;
      // A graceful stop can hang, so the request or socket is aborted after the deadline.
      const deadline = setTimeout(() => {
        ended.abort();
      }, STOP_TIMEOUT);
      return connection.stop().finally(() => {
        clearTimeout(deadline);
      });
    },
    invoke: (method, ...args) => connection.invoke(method, ...args),
    send: (method, ...args) => connection.send(method, ...args),
    msSinceLastMessage: () => uptime() - protocol.lastMessageAt,
  };
}
