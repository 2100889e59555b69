import type { Entry } from './entries';
import { contentKey, type Message } from './message';

/** Positions of the entries with one content, in the order of the entries. */
interface Positions {
  /** By timestamp and by `postedAt`. */
  byTime: Map<string | null, number[]>;
  /** In reverse order. */
  sent: number[];
  pending: number[];
}

/**
 * A list to which live messages are added. Finds an entry by its content and time without a search
 * of the list, because a server can send thousands of messages with one timestamp.
 */
class LiveList {
  isChanged = false;
  /** A removed entry is undefined, so that no position changes. */
  private readonly entries: (Entry | undefined)[];
  private readonly positions = new Map<string, Positions>();

  /** @param messages the messages to add; entries with other texts are not indexed */
  constructor(
    entries: Entry[],
    messages: Message[],
    private readonly userId: number,
  ) {
    this.entries = [...entries];
    const texts = new Set(messages.map(({ text }) => text));
    for (const [position, entry] of entries.entries()) {
      if (texts.has(entry.message.text)) this.index(entry, position);
    }
    for (const { sent } of this.positions.values()) sent.reverse();
  }

  toEntries(): Entry[] {
    return this.entries.filter((entry) => entry !== undefined);
  }

  /** Adds one message. @param key the key of a new entry */
  add(message: Message, key: number): void {
    const isOwn = message.fromUserId === this.userId;
    const position = isOwn ? this.findEchoed(message) : this.findInHistory(message);
    const known = position === undefined ? undefined : this.entries[position];
    if (position === undefined || !known) {
      this.append({ key, message, origin: 'live' });
    } else if (known.origin === 'pending') {
      this.replace(position, undefined);
      this.append({ ...known, key, origin: 'live' });
    } else if (known.origin !== 'live') {
      this.replace(position, { ...known, origin: 'live' });
    }
  }

  private append(entry: Entry): void {
    this.isChanged = true;
    this.entries.push(entry);
    this.index(entry, this.entries.length - 1);
  }

  private replace(position: number, entry: Entry | undefined): void {
    this.isChanged = true;
    this.entries[position] = entry;
  }

  private index(entry: Entry, position: number): void {
    const { message, origin, postedAt } = entry;
    const { byTime, sent, pending } = this.positionsOf(message);
    const add = (time: string | null) => {
      const positions = byTime.get(time);
      if (positions) positions.push(position);
      else byTime.set(time, [position]);
    };
    add(message.timestamp);
    if (postedAt !== undefined && postedAt !== message.timestamp) add(postedAt);
    if (origin === 'sent') sent.push(position);
    if (origin === 'pending') pending.push(position);
  }

  private positionsOf(message: Message): Positions {
    const key = contentKey(message);
    let positions = this.positions.get(key);
    if (!positions) {
      positions = { byTime: new Map(), sent: [], pending: [] };
      this.positions.set(key, positions);
    }
    return positions;
  }

  /**
   * Returns the last position whose entry has one of the origins. Removes the positions after it,
   * because no entry returns to an earlier origin.
   */
  private last(positions: number[] | undefined, ...origins: Entry['origin'][]) {
    while (positions?.length) {
      const position = positions.at(-1) ?? 0;
      const entry = this.entries[position];
      if (entry && origins.includes(entry.origin)) return position;
      positions.pop();
    }
    return undefined;
  }

  /** Finds the last history entry that is identical to an operator's message. */
  private findInHistory(message: Message): number | undefined {
    const { byTime } = this.positionsOf(message);
    return this.last(byTime.get(message.timestamp), 'history');
  }

  /**
   * Finds the entry of an echo: the identical message, else the oldest sent entry with the same
   * content, else the newest pending entry with the same content.
   */
  private findEchoed(echo: Message): number | undefined {
    const { byTime, sent, pending } = this.positionsOf(echo);
    return (
      this.last(byTime.get(echo.timestamp), 'pending', 'sent', 'history', 'live') ??
      this.last(sent, 'sent') ??
      this.last(pending, 'pending')
    );
  }
}

/**
 * Adds live messages in order, in linear time. An own message that is already in the list is an
 * echo. An operator's message is a duplicate only of a history message; two equal live messages are
 * two messages.
 * @param nextKey the first free key; each message uses one key
 * @returns `entries` itself if nothing changes
 */
export function addReceived(
  entries: Entry[],
  messages: Message[],
  userId: number,
  nextKey: number,
): Entry[] {
  const list = new LiveList(entries, messages, userId);
  messages.forEach((message, index) => {
    list.add(message, nextKey + index);
  });
  return list.isChanged ? list.toEntries() : entries;
}
