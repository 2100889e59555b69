import type { Provider } from '../../stand-in/provider';

/** Returns whether a history request made after the last connection opened has a response. */
export function isCaughtUp({ ledger: { entries } }: Provider): boolean {
  const opened = entries.findLastIndex(({ kind }) => kind === 'opened');
  if (opened < 0) return false;
  const requests = entries.slice(opened).filter((entry) => entry.kind === 'request');
  const status = requests.findLast(({ call }) => call === 'messages')?.status;
  return status !== undefined && status !== 'pending';
}

/** Returns whether the page's last history request has a response. */
export function hasHistory({ ledger }: Provider): boolean {
  const status = ledger.requests('messages').at(-1)?.status;
  return status !== undefined && status !== 'pending';
}
