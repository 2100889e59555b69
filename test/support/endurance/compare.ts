import type { ChatMessage } from '../../stand-in/state/conversations';
import type { Row } from '../page/chatScreen';
import { until } from '../time/until';
import type { Customer } from './customer';

/** A stored message as the customer's screen must show it. */
export interface StoredRow extends Row {
  /** In ms since 1970. */
  storedAt: number;
}

/** Returns a stored message as the customer's screen must show it. */
export const storedRow = (
  { fromUserId, text, imageUrl, timestamp }: Omit<ChatMessage, 'toUserId'>,
  customerId: number,
): StoredRow => ({
  isOwn: fromUserId === customerId,
  text,
  imageUrl,
  // The server stores UTC without a zone.
  storedAt: Date.parse(`${timestamp}Z`),
});

/** Removes what servers change in a text: encoding, line ends, characters outside the code page. */
const canonical = (text: string | null) =>
  text?.replace(/&(?:amp|lt|gt|quot|#39);|[&<>"'\r?]|[^\0-\xff]/g, '').trim();

const isSame = (a: Row, b: Row) =>
  a.isOwn === b.isOwn && canonical(a.text) === canonical(b.text) && a.imageUrl === b.imageUrl;

/** The multiset difference: the messages of `some` without those of `others`. */
function missingIn(others: readonly Row[], some: readonly Row[]): Row[] {
  const left = [...others];
  return some.filter((message) => {
    const index = left.findIndex((other) => isSame(message, other));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/**
 * Compares a screen with the stored messages.
 * @param due the messages that a live screen must show; the rows of each author are then compared
 *   separately, because rows of different authors are in order of arrival. Without it, the screen
 *   must equal the store row by row, as after a fetch of the history.
 * @returns a line for each row that differs
 */
export function differences(
  stored: readonly Row[],
  shown: readonly Row[],
  due?: readonly Row[],
): string[] {
  const extra = missingIn(stored, shown);
  const common = missingIn(missingIn(shown, stored), stored);
  const commonShown = missingIn(extra, shown);
  const outOfOrder = (isCounted: (row: Row) => boolean) => {
    const others = commonShown.filter(isCounted);
    return common.filter(isCounted).filter((row, index) => !isSame(row, others[index] ?? row));
  };
  const misplaced = due
    ? [...outOfOrder(({ isOwn }) => isOwn), ...outOfOrder(({ isOwn }) => !isOwn)]
    : outOfOrder(() => true);
  return Object.entries({ missing: missingIn(shown, due ?? stored), extra, misplaced }).flatMap(
    ([problem, rows]) => rows.map((row) => `${problem}: ${JSON.stringify(row)}`),
  );
}

/**
 * Compares all screens until no row differs. Gives up when every page has been connected for
 * `connectedFor`, or 75 s after `connectedFor`: a page can wait 30 s and more for its last retries.
 * @param connectedFor duration of a connection, in ms, after which a page must show all messages
 * @returns the rows that still differ
 */
export async function lastDifferences(
  customers: readonly Customer[],
  connectedFor: number,
  compare: (customer: Customer, shown: Row[]) => string[] | Promise<string[]>,
): Promise<string[]> {
  let lines: string[] = [];
  /** The last time at which a page was not connected, or the start. */
  let disconnectedAt = Date.now();
  const isOver = async () => {
    const all = customers.map(async (customer) => {
      const compared = await compare(customer, await customer.screen.readRows());
      return compared.map((line) => `Customer ${customer.id}, ${line}`);
    });
    lines = (await Promise.all(all)).flat();
    if (lines.length === 0) return true;
    const states = await Promise.all(customers.map(({ screen }) => screen.isConnected()));
    if (states.includes(false)) disconnectedAt = Date.now();
    return Date.now() - disconnectedAt > connectedFor;
  };
  await until(isOver, { timeout: connectedFor + 75_000, interval: 1_000 });
  return lines;
}
