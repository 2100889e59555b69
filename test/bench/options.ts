import { parseArgs } from 'node:util';

/** The parts that can be run alone. */
export const PARTS = [
  'scripts',
  'history',
  'live',
  'typing',
  'burst',
  'memory',
  'scroll',
  'sight',
] as const;

export type Part = (typeof PARTS)[number];

/** How the benchmark is run. */
export interface Options {
  readonly rounds: number;
  /** The file that the results are written to as well. */
  readonly json: string | undefined;
  readonly parts: readonly Part[];
  /** Whether all of it is run, so that no figure may be missing. */
  readonly isWhole: boolean;
}

const isPart = (name: string): name is Part => PARTS.some((part) => part === name);

/** Reads the command's flags. @throws Error where they make no sense */
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
  const isWhole = parts.length === 0;
  return { rounds, json: values.json, parts: isWhole ? PARTS : parts, isWhole };
}
