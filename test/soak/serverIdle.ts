import type { Provider } from '../stand-in/provider';

/** Time without any event of a customer after which the server counts as idle, in ms. */
const IDLE_TIME = 1_000;

/**
 * Whether the server is idle for a customer: a connection is open, the history was requested on it
 * and delivered, and no send or upload is pending.
 * @param since ms since the epoch; a connection opened before does not count
 */
export function isServerIdle({ ledger }: Provider, customerId: number, since: number): boolean {
  const all = ledger.entries.filter((entry) => entry.customerId === customerId);
  const openedAt = all.findLastIndex(({ kind }) => kind === 'opened');
  const opened = all[openedAt];
  if (opened?.kind !== 'opened' || opened.at < since) return false;
  const later = all.slice(openedAt);
  const isClosed = later.some(
    (entry) => entry.kind === 'closed' && entry.connectionId === opened.connectionId,
  );
  const requests = all.filter((entry) => entry.kind === 'request');
  const isSending = requests.some(
    ({ call, status }) => (call === 'send' || call === 'upload') && status === 'pending',
  );
  const history = later.findLast((entry) => entry.kind === 'request' && entry.call === 'messages');
  const isCaughtUp = history?.kind === 'request' && history.status === 200;
  const isQuiet = (all.at(-1)?.at ?? 0) < Date.now() - IDLE_TIME;
  return !isClosed && !isSending && isCaughtUp && isQuiet;
}
