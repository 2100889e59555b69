import { hasSameContent, isSameMessage, type Message } from '../../contract/message';
import { hasAnyTime, isPending, type Entry } from './entry';

/** Maximum difference, in ms, between two times of one message, such as live and in the history. */
export const RESTAMP_TOLERANCE = 10_000;
/** Maximum difference, in ms, between a timestamp and the same timestamp rounded by a database. */
const ROUNDING_TOLERANCE = 1_000;

/** Where a message comes from: a history, the hub, or another tab whose POST was accepted. */
type Source = 'history' | 'hub' | 'tab';

interface Rule {
  sources: Source[];
  /** Returns the key that a message and its entry share; by default `contentKey`. */
  keyOf?: (message: Message) => string;
  /** Returns whether a message can be this entry's. @param isOwn whether the customer has sent it */
  fits: (entry: Entry, message: Message, isOwn: boolean) => boolean;
  /** Whether the newest entry matches instead of the oldest. */
  isNewestFirst?: true;
}

const senderKey = ({ fromUserId }: Message) => String(fromUserId);
const exactKey = ({ timestamp, text }: Message) => `${timestamp ?? ''}\n${text ?? ''}`;

const hasNoTime = (a: Message, b: Message) => a.timestamp === null || b.timestamp === null;
const isNear = (a: Message, b: Message, tolerance: number) =>
  Math.abs(Date.parse(a.timestamp ?? '') - Date.parse(b.timestamp ?? '')) <= tolerance;

/**
 * Messages have no ids. These rules find the entry of a message, from the surest rule to the weakest.
 * Servers round and replace times, and trim, encode and mask texts. A customer's clock can be wrong
 * by hours, so the time decides little for an own message. In doubt there is one row.
 */
export const RULES: Rule[] = [
  // All fields are equal.
  {
    sources: ['history'],
    keyOf: exactKey,
    fits: (entry, message) => isSameMessage(entry.message, message),
  },
  { sources: ['hub'], fits: (entry, { timestamp }) => hasAnyTime(entry, timestamp) },
  // An operator can send two messages at one instant, a customer cannot.
  {
    sources: ['history', 'hub'],
    keyOf: senderKey,
    fits: (entry, { timestamp }, isOwn) => isOwn && hasAnyTime(entry, timestamp),
  },
  // A history has all messages, so each of several equal ones finds an entry of its own.
  {
    sources: ['history'],
    fits: (entry, message, isOwn) =>
      !isPending(entry) &&
      (isOwn ||
        hasNoTime(entry.message, message) ||
        isNear(entry.message, message, RESTAMP_TOLERANCE)),
  },
  // Echoes arrive in the order of sending.
  { sources: ['hub'], fits: ({ status }, _, isOwn) => isOwn && status === 'sent' },
  // The rounded time tells apart two equal messages whose responses were lost.
  {
    sources: ['history', 'hub'],
    fits: (entry, message) =>
      isPending(entry) && isNear(entry.message, message, ROUNDING_TOLERANCE),
    isNewestFirst: true,
  },
  // An earlier POST has probably failed, and the text was sent again.
  { sources: ['history', 'hub'], fits: isPending, isNewestFirst: true },
  // The hub and the history give one message two times. So does the hub to another device's message.
  {
    sources: ['hub'],
    fits: ({ message: known, status, postedAt }, message, isOwn) =>
      (status === 'history' || (isOwn && status === 'live' && postedAt === undefined)) &&
      isNear(known, message, RESTAMP_TOLERANCE),
  },
  // This tab has missed the beginning of the POST, so an echo or a history can have shown the message.
  {
    sources: ['tab'],
    fits: (entry) => !isPending(entry) && !entry.isAccepted,
    isNewestFirst: true,
  },
];

/** Returns the entry of a message from the hub or from another tab. */
export function findEntry(entries: Entry[], message: Message, source: Source, userId: number) {
  const isOwn = message.fromUserId === userId;
  const ofSender = entries.filter(({ message: known }) => known.fromUserId === message.fromUserId);
  const equal = ofSender.filter(({ message: known }) => hasSameContent(known, message));
  for (const { sources, keyOf, fits, isNewestFirst } of RULES) {
    if (!sources.includes(source)) continue;
    // Only a rule of the history has a third key.
    const candidates = keyOf === senderKey ? ofSender : equal;
    const isMatch = (entry: Entry) => fits(entry, message, isOwn);
    const known = isNewestFirst ? candidates.findLast(isMatch) : candidates.find(isMatch);
    if (known) return known;
  }
  return undefined;
}
