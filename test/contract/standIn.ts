import {
  HubConnectionBuilder,
  HttpTransportType,
  NullLogger,
  type HubConnection,
} from '@microsoft/signalr';
import { startProvider, type Provider, type ProviderOptions } from '../provider/provider';
import { Api } from './api';
import type { Session } from './target';

/** A stand-in of a test's own, with one customer who is signed in. */
export interface StandIn {
  readonly provider: Provider;
  readonly customer: Session;
  readonly api: Api;
  /** A connection of the customer's that is not started yet. */
  connection(transport?: HttpTransportType | 'any'): HubConnection;
}

/** Starts a stand-in for the tests that turn its switches. */
export async function openStandIn(options: ProviderOptions = {}): Promise<StandIn> {
  const provider = await startProvider(options);
  const { id } = provider.customerFor('+994501234567');
  const customer = { id, token: provider.tokenFor('+994501234567') };
  const connection: StandIn['connection'] = (transport = HttpTransportType.WebSockets) =>
    new HubConnectionBuilder()
      .withUrl(`${provider.url}/chatHub66?userId=${id}`, {
        ...(transport !== 'any' && { transport }),
        accessTokenFactory: () => customer.token,
      })
      .configureLogging(NullLogger.instance)
      .build();
  return { provider, customer, api: new Api(provider, customer), connection };
}

/** Resolves with the arguments of the next event of this name. */
export function nextEvent(connection: HubConnection, event = 'ReceiveMessage'): Promise<unknown[]> {
  return new Promise((resolve) => connection.on(event, (...args: unknown[]) => resolve(args)));
}

/** Resolves when the connection is closed, with the error. */
export function closing(connection: HubConnection): Promise<Error | undefined> {
  return new Promise((resolve) => connection.onclose(resolve));
}
