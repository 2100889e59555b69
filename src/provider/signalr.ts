import {
  DefaultHttpClient,
  HttpClient,
  HttpError,
  HubConnectionBuilder,
  JsonHubProtocol,
  LogLevel,
  type HttpRequest,
  type HttpResponse,
  type IHttpConnectionOptions,
  type ILogger,
} from '@microsoft/signalr';
import {
  HUB_PATH,
  KEEP_ALIVE_INTERVAL,
  RECEIVE_MESSAGE,
  REQUEST_TIMEOUT,
  SERVER_TIMEOUT,
} from '../common/constants';
import { HubRefusedError, type Hub, type HubEvents } from './hub';
import { redact } from './redact';
import type { Services } from './services';

/** SignalR's log on the console, without the token, while the connection is up. */
class HubLogger implements ILogger {
  isMuted = true;
  log(level: LogLevel, line: string): void {
    if (level >= LogLevel.Warning && !this.isMuted) console.warn(redact(line));
  }
}

/** SignalR's HTTP client, which keeps the token at home and remembers how the hub turned it down. */
class HubHttpClient extends HttpClient {
  refusal: HubRefusedError | undefined;

  constructor(
    private readonly inner: HttpClient,
    private readonly host: string,
    private readonly token: string,
  ) {
    super();
  }

  override async send(request: HttpRequest): Promise<HttpResponse> {
    // A negotiate answer may redirect elsewhere; then it has to bring a token of its own.
    const isForeign = new URL(request.url ?? '', this.host).origin !== new URL(this.host).origin;
    if (isForeign && request.headers?.['Authorization'] === `Bearer ${this.token}`) {
      throw new Error('The hub redirects to another host without a token for it.');
    }
    try {
      return await this.inner.send(request);
    } catch (error) {
      const status = error instanceof HttpError ? error.statusCode : undefined;
      if (status === 401 || status === 403) this.refusal = new HubRefusedError(status);
      throw error;
    }
  }
}

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

/**
 * Makes one connection to the hub (spec 7, 9) with the stored token as access token.
 * @param overrides transport and HTTP client for tests that need no network
 * @throws Error where no token is stored: an anonymous connection is never tried
 */
export function createHub(
  { host, tokens, now }: Pick<Services, 'host' | 'tokens' | 'now'>,
  userId: number,
  events: HubEvents,
  overrides: Pick<IHttpConnectionOptions, 'transport' | 'httpClient'> = {},
): Hub {
  const token = tokens.read();
  if (token === null) throw new Error('There is no token to connect to the hub with.');
  const logger = new HubLogger();
  const inner = overrides.httpClient ?? new DefaultHttpClient(logger);
  const httpClient = new HubHttpClient(inner, host, token);
  const protocol = new HeardProtocol(now);
  const connection = new HubConnectionBuilder()
    .withUrl(`${host}${HUB_PATH}?userId=${encodeURIComponent(userId)}`, {
      ...overrides,
      httpClient,
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
      return connection.stop();
    },
    invoke: (method, ...args) => connection.invoke(method, ...args),
    send: (method, ...args) => connection.send(method, ...args),
    silence: () => now() - protocol.heardAt,
  };
}
