import type { Run } from './run';

/** Prints the progress of a run: rewrites one line on a terminal, otherwise adds a line every 10 s. */
export function showProgress(run: Run, minutes: number): () => void {
  const start = Date.now();
  const { isTTY } = process.stdout;
  const show = () => {
    const seconds = Math.round((Date.now() - start) / 1000);
    const stored = run.customers.reduce((sum, customer) => sum + customer.stored().length, 0);
    const line =
      `${seconds} of ${Math.round(minutes * 60)} s: ${stored} messages, ` +
      `${run.tally.faultCount} faults, ${run.provider.hub.connections().length} connections, ` +
      `${run.tally.checks} checks, ${run.tally.problems.length} problems`;
    process.stdout.write(isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
  };
  const timer = setInterval(show, isTTY ? 1_000 : 10_000);
  return () => {
    clearInterval(timer);
    if (isTTY) process.stdout.write('\n');
  };
}
