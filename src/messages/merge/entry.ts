import type { Message } from '../../contract/message';

/** A message in the list. */
export interface Entry {
  /** The React key of the row. It never changes. */
  key: number;
  message: Message;
  /**
   * - posting: its POST is in flight. Not visible, but it may be stored.
   * - unclear: its POST has ended, neither accepted nor rejected. Not visible, but it may be stored.
   * - sent: its POST was accepted. An echo may follow.
   * - history: the message came with the history. A live duplicate may follow.
   * - live: no duplicate follows.
   */
  status: 'posting' | 'unclear' | 'sent' | 'history' | 'live';
  /** The timestamp of its POST, in any tab of the user. The stored timestamp can differ. */
  postedAt?: string | null;
  isAccepted?: boolean;
  /** The timestamp with which the hub delivered it, if that of the history differs. */
  hubTime?: string | null;
  /** Whether it has arrived since the customer last saw the list. */
  isNew?: boolean;
  /** Whether it was sent before the chat opened: the first history has brought it. */
  isOld?: boolean;
}

/** Returns the first key that is free: one more than the highest one. */
export const nextKey = (entries: Entry[]): number =>
  entries.reduce((next, { key }) => Math.max(next, key + 1), 1);

/** Returns whether an entry has this time: the stored one, that of its POST, or that of the hub. */
export const hasAnyTime = ({ message, postedAt, hubTime }: Entry, time: string | null) =>
  time !== null && (message.timestamp === time || postedAt === time || hubTime === time);

/** Returns whether an entry is the message that this sender posted at this time. */
export const isPostOf = (
  entry: Entry,
  { fromUserId, timestamp }: Pick<Message, 'fromUserId' | 'timestamp'>,
) => entry.message.fromUserId === fromUserId && hasAnyTime(entry, timestamp);

/** Returns whether the list has the own message that was posted at this instant. */
export const hasPostOf = (entries: Entry[], fromUserId: number, timestamp: string) =>
  entries.some((entry) => isPostOf(entry, { fromUserId, timestamp }));

export const isPending = ({ status }: Pick<Entry, 'status'>) =>
  status === 'posting' || status === 'unclear';
