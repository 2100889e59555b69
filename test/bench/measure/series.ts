import { percentile } from '../statistics';

/** Code that runs for the first times is slow; that is one message of a session, not one of a hundred. */
const WARM_UP = 2;
/** Steps through the time between two frames evenly and in no order. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Where in the time between two frames something is to happen, from 0 to 1. */
export const phaseOf = (index: number) => (index * GOLDEN) % 1;

/** What is typical and what is rare, without what came first. */
export function summary(taken: readonly number[]): { p50: number; p99: number } {
  const warm = taken.slice(WARM_UP);
  return { p50: percentile(warm, 0.5), p99: percentile(warm, 0.99) };
}
