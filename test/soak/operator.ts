import { sleep } from '../../src/realtime/sleep';
import type { Customer } from './customer';
import type { Random } from '../support/time/random';
import { isOver, type Run } from './run';

/** Sends random messages to one customer, singly or in bursts, until the run ends. */
export async function operate(
  { provider, signal }: Run,
  customer: Customer,
  imageUrl: string,
  random: Random,
): Promise<void> {
  let count = 0;
  while (!isOver(signal)) {
    await sleep(signal, random.between(300, 3_000));
    if (isOver(signal) || customer.isChecking) continue;
    for (let left = random.pick([1, 1, 1, 2, 5]); left > 0; left -= 1) {
      count += 1;
      const text = `operator:${count}`;
      const content = random.chance(0.05) ? { imageUrl } : { text };
      provider.operator.send(customer.id, content);
      // The same message again, on purpose.
      if (random.chance(0.08)) provider.operator.send(customer.id, content);
    }
  }
}
