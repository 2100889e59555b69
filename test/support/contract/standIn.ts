import {
  HubConnectionBuilder,
  HttpTransportType,
  NullLogger,
  type HubConnection,
} from '@microsoft/signalr';
import WebSocket, { type ClientOptions } from 'ws';
import { startProvider, type Provider, type ProviderOptions } from '../../stand-in/provider';
import { RestClient } from './restClient';
import type { Session } from './target';

/** Handles each frame in a turn of the event loop of its own, as browsers do. */
class BrowserLikeWebSocket extends WebSocket {
  constructor(url: string, protocols?: string | string[], options?: ClientOptions) {
    super(url, protocols, { ...options, allowSynchronousEvents: false });
  }
}

/** An option of the SignalR client, which its types do not have. */
const BROWSER_LIKE = { WebSocket: BrowserLikeWebSocket };

/** A stand-in of a test's own, with one signed-in customer. */
export interface StandIn {
  readonly provider: Provider;
  readonly customer: Session;
  readonly client: RestClient;
  /** Creates a connection of the customer without starting it. */
  connection(transport?: HttpTransportType | 'any'): HubConnection;
}

/** Starts a stand-in for a test that changes its switches. */
export async function openStandIn(options: ProviderOptions = {}): Promise<StandIn> {
  const provider = await startProvider(options);
  const { id } = provider.customerFor('+994501234567');
  const customer = { id, token: provider.tokenFor('+994501234567') };
  const connection: StandIn['connection'] = (transport = HttpTransportType.WebSockets) =>
    new HubConnectionBuilder()
      .withUrl(`${provider.url}/chatHub66?userId=${id}`, {
        ...BROWSER_LIKE,
        ...(transport !== 'any' && { transport }),
        accessTokenFactory: () => customer.token,
      })
      .configureLogging(NullLogger.instance)
      .build();
  return { provider, customer, client: new RestClient(provider, customer), connection };
}

/** Resolves with the arguments of the next event. */
export function nextEvent(connection: HubConnection, event = 'ReceiveMessage'): Promise<unknown[]> {
  return new Promise((resolve) => connection.on(event, (...args: unknown[]) => resolve(args)));
}

/** Resolves with the error when the connection closes. */
export function nextClose(connection: HubConnection): Promise<Error | undefined> {
  return new Promise((resolve) => connection.onclose(resolve));
}
