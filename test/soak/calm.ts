import type { Provider } from '../provider/provider';

/** How long nothing may have happened for a customer at the provider. */
const SILENCE = 1_000;

/**
 * Whether the provider has nothing more to do with a customer: one line is up, opened since
 * `since`, the history was asked for on it and answered, nothing is on its way.
 */
export function isCalm({ ledger }: Provider, customerId: number, since: number): boolean {
  const all = ledger.entries.filter((entry) => entry.customerId === customerId);
  const at = all.findLastIndex(({ kind }) => kind === 'opened');
  const opened = all[at];
  if (opened?.kind !== 'opened' || opened.at < since) return false;
  const later = all.slice(at);
  const isClosed = later.some(
    (entry) => entry.kind === 'closed' && entry.connectionId === opened.connectionId,
  );
  const requests = all.filter((entry) => entry.kind === 'request');
  const isSending = requests.some(
    ({ call, status }) => (call === 'send' || call === 'upload') && status === 'pending',
  );
  const history = later.findLast((entry) => entry.kind === 'request' && entry.call === 'messages');
  const isCaughtUp = history?.kind === 'request' && history.status === 200;
  const isSilent = (all.at(-1)?.at ?? 0) < Date.now() - SILENCE;
  return !isClosed && !isSending && isCaughtUp && isSilent;
}
