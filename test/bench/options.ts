import { parseArgs } from 'node:util';

/** The parts that `--only` selects. */
export const PARTS = [
  'history',
  'live',
  'typing',
  'refetch',
  'burst',
  'memory',
  'scroll',
  'paint',
] as const;

export type Part = (typeof PARTS)[number];

export interface Options {
  readonly rounds: number;
  /** File for the results as JSON. */
  readonly json: string | undefined;
  readonly parts: readonly Part[];
  /** Whether all parts run; a missing figure then counts as a missed limit. */
  readonly isFullRun: boolean;
}

const isPart = (name: string): name is Part => PARTS.some((part) => part === name);

/** Parses the flags of the command. @throws Error with the usage when a flag is invalid */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      json: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1 || !values.only.every(isPart)) {
    throw new Error(
      'Usage: npm run bench -- [--json FILE] [--rounds N] [--only PART]...\n' +
        `Parts: ${PARTS.join(', ')}`,
    );
  }
  const parts = values.only.filter(isPart);
  const isFullRun = parts.length === 0;
  return { rounds, json: values.json, parts: isFullRun ? PARTS : parts, isFullRun };
}
