import { setMaxListeners } from 'node:events';
import type { Customer } from './customer';
import type { Operator } from './operator';

/**
 * Lets the operator and all customers write.
 * @returns a function that stops the writing and waits for pending messages
 */
export function startTraffic(
  operator: Operator,
  customers: readonly Customer[],
): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  // Every sleeping writer adds a listener; Node would warn of a leak above ten.
  setMaxListeners(0, signal);
  const writing = Promise.all([
    operator.watchConnections(signal),
    ...customers.flatMap((customer) => [
      customer.write(signal),
      operator.write(customer.id, signal),
    ]),
  ]);
  // A failure is reported when the traffic is stopped.
  writing.catch(() => undefined);
  return async () => {
    ending.abort();
    await writing;
  };
}
