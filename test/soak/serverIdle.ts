import type { Provider } from '../stand-in/provider';

/** Time without any event of a customer after which the server counts as idle, in ms. */
const IDLE_TIME = 1_000;

/** Times in ms since the epoch; earlier connections and histories do not count. */
interface TrustedSince {
  connections: number;
  histories: number;
}

/**
 * Whether the server is idle for a customer: a connection is open, the history was requested on it
 * and delivered, and no send or upload is pending.
 */
export function isServerIdle(
  { ledger }: Provider,
  customerId: number,
  since: TrustedSince,
): boolean {
  const all = ledger.entries.filter((entry) => entry.customerId === customerId);
  const isClosed = (id: string) =>
    all.some((entry) => entry.kind === 'closed' && entry.connectionId === id);
  // Not the last connection: an attempt that the page has abandoned can open later, and close.
  const openedAt = all.findLastIndex(
    (entry) =>
      entry.kind === 'opened' && entry.at >= since.connections && !isClosed(entry.connectionId),
  );
  if (openedAt < 0) return false;
  const later = all.slice(openedAt);
  const requests = all.filter((entry) => entry.kind === 'request');
  const isSending = requests.some(
    ({ call, status }) => (call === 'send' || call === 'upload') && status === 'pending',
  );
  const history = later.findLast((entry) => entry.kind === 'request' && entry.call === 'messages');
  const isCaughtUp =
    history?.kind === 'request' && history.status === 200 && history.at >= since.histories;
  const isQuiet = (all.at(-1)?.at ?? 0) < Date.now() - IDLE_TIME;
  return !isSending && isCaughtUp && isQuiet;
}
