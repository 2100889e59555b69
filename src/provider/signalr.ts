import {
  DefaultHttpClient,
  HubConnectionBuilder,
  JsonHubProtocol,
  type IHttpConnectionOptions,
  type ILogger,
} from '@microsoft/signalr';
import {
  HUB_PATH,
  KEEP_ALIVE_INTERVAL,
  RECEIVE_MESSAGE,
  REQUEST_TIMEOUT,
  SERVER_TIMEOUT,
  STOP_DEADLINE,
} from '../common/constants';
import type { Hub, HubEvents } from './hub';
import { HubLogger } from './hubLogger';
import type { Services } from './services';
import { HubHttpClient } from './signalrHttpClient';
import { endable } from './signalrSocket';

/** SignalR's JSON protocol, which remembers when the server was last heard. */
class HeardProtocol extends JsonHubProtocol {
  constructor(
    private readonly now: () => number,
    public heardAt = now(),
  ) {
    super();
  }

  override parseMessages(input: string, logger: ILogger) {
    this.heardAt = this.now();
    return super.parseMessages(input, logger);
  }
}

/** What a test connects by instead of the network, and the browser's own class of WebSockets. */
type Overrides = Pick<IHttpConnectionOptions, 'transport' | 'httpClient'> & {
  WebSocket?: typeof WebSocket;
};

/**
 * Makes one connection to the hub (spec 7, 9) with the stored token as access token.
 * @throws Error where no token is stored: an anonymous connection is never tried
 */
export function createHub(
  { host, tokens, now }: Pick<Services, 'host' | 'tokens' | 'now'>,
  userId: number,
  events: HubEvents,
  { WebSocket: Socket, ...overrides }: Overrides = {},
): Hub {
  const token = tokens.read();
  if (token === null) throw new Error('There is no token to connect to the hub with.');
  const logger = new HubLogger();
  const inner = overrides.httpClient ?? new DefaultHttpClient(logger);
  const ended = new AbortController();
  const httpClient = new HubHttpClient(inner, host, token, ended.signal);
  const protocol = new HeardProtocol(now);
  const connection = new HubConnectionBuilder()
    .withUrl(`${host}${HUB_PATH}?userId=${encodeURIComponent(userId)}`, {
      ...overrides,
      httpClient,
      ...(Socket && { WebSocket: endable(Socket, ended.signal) }),
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
        throw httpClient.refusal ?? error;
      }
    },
    stop: () => {
      logger.isMuted = true;
      // A goodbye takes its time; what hangs is cut off.
      const overdue = setTimeout(() => {
        ended.abort();
      }, STOP_DEADLINE);
      return connection.stop().finally(() => {
        clearTimeout(overdue);
      });
    },
    invoke: (method, ...args) => connection.invoke(method, ...args),
    send: (method, ...args) => connection.send(method, ...args),
    silence: () => now() - protocol.heardAt,
  };
}
