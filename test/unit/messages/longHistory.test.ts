import { LONG_HISTORY, TAIL } from '../../../src/common/constants';
import type { Message } from '../../../src/common/message';
import { selectEntries, selectIsLoading } from '../../../src/messages/messagesSlice';
import { chatOpened, messagesReceived } from '../../../src/provider/hub';
import { historyEndRead } from '../../../src/provider/readHistory';
import { heldFrames } from '../../support/frames';
import { tokenOf } from '../../support/jwt';
import { keepConsole } from '../../support/keepConsole';
import { makeChat, when } from '../../support/makeChat';
import { incoming } from '../../support/messages';
import { useRestServer } from '../../support/restServer';

const server = useRestServer();
const output = keepConsole();

/** So many messages, of so many characters each. */
const numbered = (count: number, length = 1) =>
  Array.from({ length: count }, (_, number) =>
    incoming({ text: String(number).padEnd(length, '.') }),
  );
const long = () => numbered(100, LONG_HISTORY / 100);

/** Opens the chat of user 7 with this history. */
function open(history: unknown[]) {
  server().answers.messages = { body: JSON.stringify(history) };
  const { nextFrame, release } = heldFrames();
  const { store } = makeChat(server().host, { token: tokenOf(7), nextFrame });
  const entries = () => selectEntries(store.getState());
  const messages = () => entries().map(({ message }) => message);
  store.dispatch(chatOpened(7));
  return { store, release, entries, messages };
}

test('of a long history the end is there before the rest, and its rows stay the same', async () => {
  const history = long();
  const { store, release, entries, messages } = open(history);
  await when(store, () => entries().length > 0);
  expect(messages()).toEqual(history.slice(-TAIL));
  expect(selectIsLoading(store.getState())).toBe(true);
  const keys = entries().map(({ key }) => key);
  release();
  await when(store, (state) => !selectIsLoading(state));
  expect(messages()).toEqual(history);
  expect(
    entries()
      .slice(-TAIL)
      .map(({ key }) => key),
  ).toEqual(keys);
});

test('a short one comes as a whole', async () => {
  const history = numbered(TAIL + 5);
  const { store, messages } = open(history);
  await when(store, (state) => !selectIsLoading(state));
  expect(messages()).toEqual(history);
});

test('what is no message is logged once, also where it stands at the end', async () => {
  const { store, release } = open([...long(), null]);
  release();
  await when(store, (state) => !selectIsLoading(state));
  expect(output.lines).toEqual(['warn: The history holds 1 entries that are no message.']);
});

test.each<[string, number, Message[]]>([
  ['of another user', 8, []],
  ['where there is something already', 7, [incoming({ text: 'a' })]],
])('an end %s is not shown', (_, userId, there) => {
  const { store } = makeChat(server().host, { token: tokenOf(7) });
  store.dispatch(chatOpened(7));
  if (there.length > 0) store.dispatch(messagesReceived(there));
  store.dispatch(historyEndRead({ userId, messages: numbered(3) }));
  expect(selectEntries(store.getState()).map(({ message }) => message)).toEqual(there);
});
