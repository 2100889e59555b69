import type { Run } from './run';

/** Shows how far a run is: one line that is written over on a terminal, else one now and then. */
export function showProgress(run: Run, minutes: number): () => void {
  const since = Date.now();
  const { isTTY } = process.stdout;
  const show = () => {
    const seconds = Math.round((Date.now() - since) / 1000);
    const stored = run.customers.reduce((sum, customer) => sum + customer.stored().length, 0);
    const line =
      `${seconds} of ${Math.round(minutes * 60)} s: ${stored} messages, ` +
      `${run.tally.faultsInAll} faults, ${run.provider.hub.connections().length} lines up, ` +
      `${run.tally.looks} looks, ${run.tally.problems.length} problems`;
    process.stdout.write(isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
  };
  const timer = setInterval(show, isTTY ? 1_000 : 10_000);
  return () => {
    clearInterval(timer);
    if (isTTY) process.stdout.write('\n');
  };
}
