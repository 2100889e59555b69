import { hasSameContent, type Message } from '../../contract/message';
import { isDuplicate, isEntryOf, isPending, matchesOtherTimestamp, type Entry } from './entry';
import { showPending } from './ownEntries';
import { isDamagedCopy } from './isDamagedCopy';

/** Maximum entries that are searched for each message. A search of 10,000 drops frames in a burst. */
const MAX_SEARCHED = 1_000;

function findPosted(entries: Entry[], echo: Message): Entry | undefined {
  const hasContent = ({ message }: Entry) => hasSameContent(message, echo);
  const isDamaged = ({ message }: Entry) => isDamagedCopy(echo, message);
  const find = (isEcho: (entry: Entry) => boolean) =>
    // Echoes arrive in the order of sending, so the oldest `sent` entry matches.
    entries.find((entry) => entry.status === 'sent' && isEcho(entry)) ??
    // Older POSTs of this content have probably failed, so the newest `pending` entry matches.
    entries.findLast((entry) => isPending(entry) && isEcho(entry));
  return (
    entries.findLast((entry) => matchesOtherTimestamp(entry, echo.timestamp)) ??
    find(hasContent) ??
    find(isDamaged)
  );
}

/**
 * Finds the entry of a message whose time differs: the database rounds the times of the history,
 * and the hub sends a message of another tab with the server's time. Each entry is found only once,
 * because it is live afterwards.
 */
function findDuplicate(entries: Entry[], message: Message, isOwn: boolean): Entry | undefined {
  const canBe = ({ status, otherTimestamp }: Entry) =>
    status === 'history' || (isOwn && status === 'live' && otherTimestamp === undefined);
  return entries.findLast((entry) => canBe(entry) && isDuplicate(entry.message, message));
}

function addOne(entries: Entry[], message: Message, userId: number, key: number): Entry[] {
  const isOwn = message.fromUserId === userId;
  const newest = entries.slice(-MAX_SEARCHED);
  const known =
    newest.findLast((entry) => isEntryOf(entry, message)) ??
    (isOwn ? findPosted(newest, message) : undefined) ??
    findDuplicate(newest, message, isOwn);
  if (!known) return [...entries, { key, message, status: 'live' }];
  if (known.status === 'live') return entries;
  if (isPending(known)) return showPending(entries, known, key, 'live');
  const live: Entry = { ...known, status: 'live' };
  // Finds a repeated delivery, which has the hub's time and not that of the history.
  if (!isOwn && message.timestamp !== known.message.timestamp)
    live.otherTimestamp = message.timestamp;
  return entries.map((entry) => (entry === known ? live : entry));
}

/**
 * Adds live messages in order. A message with the content and instant of an entry is a duplicate:
 * an echo, or a message that was delivered again. In doubt there is one row, because the next
 * history corrects it.
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

/**
 * Adds a message that another tab has sent, as a `sent` entry. If an echo or a history came first,
 * its entry gets the POST time. One of a history is searched only behind the operator's last message.
 */
export function addSentElsewhere(entries: Entry[], sent: Message, key: number): Entry[] {
  const isFree = ({ otherTimestamp }: Entry) => otherTimestamp === undefined;
  const isCopy = ({ message }: Entry) => hasSameContent(message, sent);
  const isOthers = ({ message }: Entry) => message.fromUserId !== sent.fromUserId;
  const newest = entries.slice(entries.findLastIndex(isOthers) + 1).filter(isFree);
  const known =
    entries.findLast((entry) => isEntryOf(entry, sent)) ??
    entries.findLast((entry) => entry.status === 'live' && isFree(entry) && isCopy(entry)) ??
    newest.findLast(isCopy) ??
    newest.find(({ message }) => isDamagedCopy(message, sent));
  if (!known)
    return [...entries, { key, message: sent, status: 'sent', otherTimestamp: sent.timestamp }];
  if (known.otherTimestamp !== undefined) return entries;
  return entries.map((entry) =>
    entry === known ? { ...known, otherTimestamp: sent.timestamp } : entry,
  );
}
