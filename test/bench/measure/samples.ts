import { percentile } from '../statistics';

/** Samples dropped from the start: code runs slowly before the JIT has compiled it. */
const WARM_UP = 2;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/**
 * Returns the delay of a sample after a frame, as a share of a frame from 0 to 1. Multiples of the
 * golden ratio spread the samples evenly over the frame, in no order.
 */
export const phaseOf = (index: number) => (index * GOLDEN_RATIO) % 1;

/** Returns the percentiles of the samples after the warm-up. */
export function summarize(samples: readonly number[]): { p50: number; p99: number } {
  const warm = samples.slice(WARM_UP);
  return { p50: percentile(warm, 0.5), p99: percentile(warm, 0.99) };
}
