import { sleep } from '../../src/provider/sleep';
import type { Customer } from './customer';
import type { Random } from './random';
import { isOver, type Run } from './run';

/** Writes to one customer at random, one message or several at once, until the time is over. */
export async function operate(
  { provider, signal }: Run,
  customer: Customer,
  picture: string,
  random: Random,
): Promise<void> {
  let count = 0;
  while (!isOver(signal)) {
    await sleep(signal, random.between(300, 3_000));
    if (isOver(signal) || customer.isResting) continue;
    for (let left = random.pick([1, 1, 1, 2, 5]); left > 0; left -= 1) {
      count += 1;
      const text = `operator:${count}`;
      const words = random.chance(0.05) ? { imageUrl: picture } : { text };
      provider.operator.send(customer.id, words);
      // The same again, on purpose.
      if (random.chance(0.08)) provider.operator.send(customer.id, words);
    }
  }
}
