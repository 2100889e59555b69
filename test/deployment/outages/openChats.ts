import type { Browser } from '@playwright/test';
import { CustomerScreen, type Transport } from '../../support/page/customerScreen';
import { until } from '../../support/time/until';
import { Customer } from './customer';
import type { Deployment } from '../../support/deployment/deployment';
import { watchRows } from './watchRows';

const OPEN_TIMEOUT = 30_000;
/** Maximum attempts to open a page. On a busy machine SignalR may fall back to the next transport. */
const OPEN_ATTEMPTS = 3;

/** Opens the chat of each customer. @throws Error if one is not connected over its transport */
export async function openChats(
  browser: Browser,
  { nodes: [node, otherNode], nginx }: Deployment,
  round: number,
  transports: readonly Transport[],
  report: (problem: string) => void,
): Promise<Customer[]> {
  const customers = transports.map(async (transport, index) => {
    const { id, token } = await node.control.signIn(`+99450${round}00000${index}`);
    const screen = await CustomerScreen.open(
      browser,
      nginx.url,
      token,
      (problem) => report(`customer ${id}: ${problem}`),
      transport,
    );
    const isConnected = async () => {
      const all = [
        ...(await node.control.connections()),
        ...(await otherNode.control.connections()),
      ];
      return all.some((one) => one.customerId === id && one.transport === transport);
    };
    let attempts = 1;
    while (!(await until(isConnected, { timeout: OPEN_TIMEOUT }))) {
      if (attempts === OPEN_ATTEMPTS) {
        throw new Error(`Customer ${id} is not connected over ${transport}.`);
      }
      attempts += 1;
      await screen.page.reload();
    }
    return new Customer(id, screen, await watchRows(screen));
  });
  return Promise.all(customers);
}
