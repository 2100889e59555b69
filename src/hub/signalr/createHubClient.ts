import { HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr';
import { TokenError, type HubClient, type HubEvents } from '../hubClient';
import type { Services } from '../../app/services';
import {
  HUB_PATH,
  KEEP_ALIVE_INTERVAL,
  RECEIVE_MESSAGE,
  REQUEST_TIMEOUT,
  SERVER_TIMEOUT,
} from '../../contract/constants';
import { redact } from '../../platform/log';
import { HubHttpClient } from './httpClient';
import { watchedEventSource, watchedWebSocket } from './reportTransports';

/** The page passes the browser's classes; tests pass their own. */
interface Options {
  WebSocket?: typeof WebSocket;
  EventSource?: typeof EventSource;
  /** The transports that are not tried if the hub offers another, as bits of `HttpTransportType`. */
  excluded?: number;
}

/** Writes SignalR's warnings and errors to the console without the token. Muted until connected. */
class HubLogger {
  isMuted = true;
  log(level: LogLevel, line: string): void {
    if (level >= LogLevel.Warning && !this.isMuted) console.warn(redact(line));
  }
}

/**
 * Creates a client for one connection to the hub (S7, S9), with the stored token as access token.
 * @throws TokenError if the stored token is missing or belongs to another user
 */
export function createHubClient(
  { host, tokens }: Pick<Services, 'host' | 'tokens'>,
  userId: number,
  events: HubEvents,
  { WebSocket: Socket, EventSource: Source, excluded = 0 }: Options = {},
): HubClient {
  const token = tokens.readFor(userId);
  if (token === null) throw new TokenError('foreign');
  const logger = new HubLogger();
  const controller = new AbortController();
  const onLost = () => events.closed();
  const httpClient = new HubHttpClient(logger, { ended: controller.signal, onLost, excluded });
  let isStreamLost = false;
  const onStreamEnded = () => (isStreamLost = true);
  const connection = new HubConnectionBuilder()
    .withUrl(`${host}${HUB_PATH}?userId=${userId}`, {
      httpClient,
      ...(Socket && { WebSocket: watchedWebSocket(Socket, controller.signal, events) }),
      ...(Source && { EventSource: watchedEventSource(Source, onStreamEnded, events) }),
      accessTokenFactory: () => token,
      timeout: REQUEST_TIMEOUT,
    })
    .withServerTimeout(SERVER_TIMEOUT)
    .withKeepAliveInterval(KEEP_ALIVE_INTERVAL)
    .configureLogging(logger)
    .build();
  connection.on(RECEIVE_MESSAGE, (payload: unknown) => {
    // SignalR would send a returned value to the server.
    events.messageReceived(payload);
  });
  connection.onclose(onLost);
  return {
    start: async () => {
      try {
        await connection.start();
        if (isStreamLost) throw new Error('The event stream has ended');
        logger.isMuted = false;
      } catch (error) {
        if (!httpClient.isUnauthorized) throw error;
        if (tokens.read() !== token) throw new TokenError('replaced');
        throw new TokenError(tokens.hasExpired(Date.now()) ? 'expired' : 401);
      }
    },
    stop: () => {
      logger.isMuted = true;
      // SignalR would wait for the pending start, which can hang.
      if (connection.state === HubConnectionState.Connecting) controller.abort();
      return connection.stop();
    },
    invoke: (method, ...args) => connection.invoke(method, ...args),
    send: (method, ...args) => connection.send(method, ...args),
  };
}
