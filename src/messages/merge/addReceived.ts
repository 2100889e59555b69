import type { Message } from '../../contract/message';
import {
  hasSameContent,
  isCopyOf,
  isEntryOf,
  isPending,
  isPostedAt,
  showPending,
  type Entry,
} from './entries';

function findPosted(entries: Entry[], echo: Message): Entry | undefined {
  const hasContent = ({ message }: Entry) => hasSameContent(message, echo);
  return (
    entries.findLast((entry) => isPostedAt(entry, echo.timestamp)) ??
    // Echoes arrive in the order of sending, so the oldest `sent` entry matches.
    entries.find((entry) => entry.status === 'sent' && hasContent(entry)) ??
    // Older POSTs of this content have probably failed, so the newest `pending` entry matches.
    entries.findLast((entry) => isPending(entry) && hasContent(entry))
  );
}

/**
 * Finds a copy under another time: the database rounds the times of the history, and the hub passes
 * what another tab has sent under the server's time. Each entry is found once: a found one is live.
 */
function findCopy(entries: Entry[], message: Message, isOwn: boolean): Entry | undefined {
  const isCopy = isCopyOf(message);
  const canBe = ({ status, postedAt }: Entry) =>
    status === 'history' || (isOwn && status === 'live' && postedAt === undefined);
  return entries.findLast((entry) => canBe(entry) && isCopy(entry));
}

function addOne(entries: Entry[], message: Message, userId: number, key: number): Entry[] {
  const isOwn = message.fromUserId === userId;
  const known =
    entries.findLast((entry) => isEntryOf(entry, message)) ??
    (isOwn ? findPosted(entries, message) : undefined) ??
    findCopy(entries, message, isOwn);
  if (!known) return [...entries, { key, message, status: 'live' }];
  if (known.status === 'live') return entries;
  if (isPending(known)) return showPending(entries, known, key, 'live');
  const live: Entry = { ...known, status: 'live' };
  // The hub can deliver it again, under its time.
  if (!isOwn && message.timestamp !== known.message.timestamp) live.postedAt = message.timestamp;
  return entries.map((entry) => (entry === known ? live : entry));
}

/**
 * Adds live messages in order. One that equals an entry in content and instant is that message: an
 * echo, or delivered again. In doubt it is one row, because the next history counts.
 *
 * | entry of the message | result                          |
 * | -------------------- | ------------------------------- |
 * | none                 | a new live entry at the end     |
 * | live                 | unchanged                       |
 * | history, sent        | live, in its place              |
 * | pending              | live, at the end, as a new row  |
 *
 * @param nextKey the first free key; each message uses one key
 * @returns `entries` itself if nothing changes
 */
export const addReceived = (
  entries: Entry[],
  messages: Message[],
  userId: number,
  nextKey: number,
): Entry[] =>
  messages.reduce(
    (list, message, index) => addOne(list, message, userId, nextKey + index),
    entries,
  );
