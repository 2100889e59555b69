import { sleep } from '../../src/realtime/sleep';
import type { Random } from '../support/time/random';
import { isOver, type Run } from './run';

/** Returns a random lag of a history, in ms. */
const randomLag = (random: Random) => random.between(500, 10_000);

/** Makes the histories lag most of the time, until the run ends. */
export async function lagHistories(run: Run, random: Random): Promise<void> {
  const { provider, customers, signal, tally } = run;
  const trustHistoriesSince = (time: number) => {
    for (const customer of customers) customer.historiesTrustedSince = time;
  };
  while (!isOver(signal)) {
    trustHistoriesSince(Infinity);
    const historyReplicas = random.chance(0.5) ? [0, randomLag(random), randomLag(random)] : [];
    Object.assign(provider.switches, { historyLag: randomLag(random), historyReplicas });
    tally.fault(historyReplicas.length > 0 ? 'replicas lag' : 'history lags');
    await sleep(signal, random.between(5_000, 20_000));
    Object.assign(provider.switches, { historyLag: 0, historyReplicas: [] });
    trustHistoriesSince(Date.now());
    await sleep(signal, random.between(2_000, 10_000));
  }
}
