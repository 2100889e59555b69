import { parseTimestamp } from '../../../src/contract/timestamp';
import { NotChecked, expectThat, type Duties, type Item, type Subject } from '../subject';

const NAMES = ['fromUserId', 'toUserId', 'text', 'timestamp'];

/** Maximum difference between the clocks of provider and check, in minutes. A wrong zone differs by more. */
const CLOCK_TOLERANCE = 10;

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

export const HISTORY: Duties = {
  'messages: responds with a JSON array': (subject) => subject.history(),
  'messages: the names of the fields are those of the contract, in camelCase': async (subject) => {
    const names = Object.keys((await subject.exchange()).after.at(-1) ?? {});
    const missing = NAMES.filter((name) => !names.includes(name)).join(', ');
    expectThat(missing === '', `no ${missing}, but ${names.join(', ')}`);
  },
  'messages: ids are JSON numbers': async (subject) => {
    for (const { fromUserId, toUserId } of await sentItems(subject))
      for (const id of [fromUserId, toUserId]) expectThat(typeof id === 'number', `a ${typeof id}`);
  },
  'messages: a message that was posted and passed to the hub is stored once, by the POST': async (
    subject,
  ) => {
    const texts = (await sentItems(subject)).map(({ text }) => text);
    const copies = texts.length - new Set(texts).size;
    expectThat(copies === 0, `${copies} copies`);
  },
  'messages: the history is whole': async (subject) => {
    const { before, after, texts } = await subject.exchange();
    const sent = new Set((await sentItems(subject)).map(numberOf));
    const lost = before.length + texts.length - after.length;
    expectThat(sent.size === texts.length, `${sent.size} of ${texts.length} sent messages`);
    expectThat(lost <= 0, `${lost} messages less than before`);
  },
  'messages: the oldest message is first': async (subject) => {
    const numbers = (await sentItems(subject)).map(numberOf);
    const isSorted = numbers.every((number, index) => number >= (numbers[index - 1] ?? 0));
    expectThat(isSorted, 'another order');
  },
  'messages: a time without a zone is UTC': async (subject) => {
    for (const { timestamp } of await sentItems(subject)) {
      const time = parseTimestamp(timestamp);
      expectThat(time !== null, 'no ISO 8601 time');
      const minutes = Math.round((Date.parse(time) - Date.now()) / 60_000);
      expectThat(Math.abs(minutes) < CLOCK_TOLERANCE, `a time ${minutes} minutes from now`);
    }
  },
  'messages: a text comes back as it was sent': async (subject) => {
    const { texts } = await subject.exchange();
    for (const { text } of await sentItems(subject))
      expectThat(texts.includes(String(text)), 'a changed text');
  },
};
