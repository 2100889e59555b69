import type { Transport } from '../../support/page/customerScreen';
import type { Durations } from './faults';

export interface Plan {
  durations: Durations;
  /** The transport of each customer, by round. */
  rounds: Transport[][];
}

const sixTimes = (transport: Transport) => Array.from({ length: 6 }, () => transport);

/** Takes about 15 minutes: a round for each transport. */
export const FULL: Plan = {
  durations: { calm: 2_000, down: 5_000, redisDown: 20_000, frozen: 25_000 },
  rounds: [sixTimes('WebSockets'), sixTimes('ServerSentEvents'), sixTimes('LongPolling')],
};

/** Takes less than 3 minutes: two customers over each transport, and shorter faults. */
export const SHORT: Plan = {
  durations: { calm: 1_000, down: 2_000, redisDown: 5_000, frozen: 5_000 },
  rounds: [
    [
      'WebSockets',
      'WebSockets',
      'ServerSentEvents',
      'ServerSentEvents',
      'LongPolling',
      'LongPolling',
    ],
  ],
};
