import { parseTimestamp } from '../../../src/contract/timestamp';
import { Broken, NotChecked, expectThat, type Duty } from '../duty';
import type { Item, Subject } from '../subject';

const NAMES = ['fromUserId', 'toUserId', 'text', 'imageUrl', 'timestamp'];

/** Maximum difference between the clocks of provider and check, in ms. A wrong zone differs by more. */
const CLOCK_TOLERANCE = 10 * 60_000;

/** Returns the messages of this run, in the order of the history. @throws NotChecked if it has none */
async function sentItems(subject: Subject): Promise<Item[]> {
  const { after } = await subject.exchange();
  const sent = after.filter(({ text }) => String(text).includes(subject.run));
  if (sent.length === 0)
    throw new NotChecked('needs a history with messages that the app can read');
  return sent;
}

/** The position of a sent text in its list. Servers may change the rest of the text. */
const numberOf = ({ text }: Item) => ['bir', 'iki', 'üç'].indexOf(String(text).split(' ')[0] ?? '');

export const HISTORY: Duty<Subject>[] = [
  {
    name: 'messages: responds with a JSON array',
    check: (subject) => subject.history(),
  },
  {
    name: 'messages: the names of the fields are those of the contract, in camelCase',
    check: async (subject) => {
      const { after } = await subject.exchange();
      const names = Object.keys(after.at(-1) ?? {});
      const missing = NAMES.filter((name) => name !== 'imageUrl' && !names.includes(name));
      if (missing.length > 0) throw new Broken(`no ${missing.join(', ')}, but ${names.join(', ')}`);
    },
  },
  {
    name: 'messages: ids are JSON numbers',
    check: async (subject) => {
      for (const { fromUserId, toUserId } of await sentItems(subject))
        for (const id of [fromUserId, toUserId])
          expectThat(typeof id === 'number', `a ${typeof id}`);
    },
  },
  {
    name: 'messages: a message that was posted and passed to the hub is stored once, by the POST',
    check: async (subject) => {
      for (const item of await sentItems(subject)) {
        const same = (await sentItems(subject)).filter((other) => other.text === item.text);
        expectThat(same.length === 1, `${same.length} copies`);
      }
    },
  },
  {
    name: 'messages: the history is whole',
    check: async (subject) => {
      const { before, after, texts } = await subject.exchange();
      const sent = new Set((await sentItems(subject)).map(numberOf));
      const lost = before.length + texts.length - after.length;
      expectThat(sent.size === texts.length, `${sent.size} of ${texts.length} sent messages`);
      expectThat(lost <= 0, `${lost} messages less than before`);
    },
  },
  {
    name: 'messages: the oldest message is first',
    check: async (subject) => {
      const numbers = (await sentItems(subject)).map(numberOf);
      const isSorted = numbers.every((number, index) => number >= (numbers[index - 1] ?? 0));
      expectThat(isSorted, 'another order');
    },
  },
  {
    name: 'messages: a time without a zone is UTC',
    check: async (subject) => {
      for (const { timestamp } of await sentItems(subject)) {
        const time = parseTimestamp(timestamp);
        expectThat(time !== null, 'no ISO 8601 time');
        const difference = Date.parse(time) - Date.now();
        const minutes = Math.round(difference / 60_000);
        expectThat(Math.abs(difference) < CLOCK_TOLERANCE, `a time ${minutes} minutes from now`);
      }
    },
  },
  {
    name: 'messages: a text comes back as it was sent',
    check: async (subject) => {
      const { texts } = await subject.exchange();
      for (const { text } of await sentItems(subject))
        expectThat(texts.includes(String(text)), 'a changed text');
    },
  },
];
