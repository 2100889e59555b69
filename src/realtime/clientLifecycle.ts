import {
  STOP_TIMEOUT,
  type HubClient,
  type HubClientEvents,
  type HubClientFactory,
} from '../services/hubClient';
import { logWarning } from '../services/log';
import { sleep } from './sleep';

/** Stops a client, and waits at most `STOP_TIMEOUT`. */
async function stopClient(client: HubClient): Promise<void> {
  const deadline = new AbortController();
  const stopped = client.stop().catch((error: unknown) => {
    logWarning('Stopping the hub connection failed', error);
  });
  await Promise.race([stopped, sleep(deadline.signal, STOP_TIMEOUT)]);
  deadline.abort();
}

/**
 * Starts a client. Stops the client when `controller` aborts, even while it starts. Aborts
 * `controller` when the connection closes.
 * @param events called until the abort
 * @param onStop gets a promise that resolves when the client is stopped
 */
export async function startClient(
  createHubClient: HubClientFactory,
  userId: number,
  controller: AbortController,
  events: Pick<HubClientEvents, 'received' | 'served'>,
  onStop: (stopped: Promise<void>) => void,
): Promise<HubClient> {
  const client = await createHubClient(userId, {
    received: (payload) => {
      if (!controller.signal.aborted) events.received(payload);
    },
    served: () => {
      if (!controller.signal.aborted) events.served();
    },
    closed: () => {
      controller.abort();
    },
  });
  controller.signal.throwIfAborted();
  const stop = () => {
    onStop(stopClient(client));
  };
  controller.signal.addEventListener('abort', stop);
  await client.start();
  // A start that succeeds after the abort leaves a connection that nobody owns.
  if (controller.signal.aborted) stop();
  return client;
}
