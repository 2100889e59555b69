import { LONG_HISTORY_LENGTH } from '../../../src/api/parseHistory';
import { INITIAL_ROWS } from '../../../src/shared/constants';
import type { Message } from '../../../src/conversation/message';
import { messagesSlice, selectEntries, selectIsLoading } from '../../../src/chat/messagesSlice';
import { checkSession } from '../../../src/session/sessionThunks';
import { sessionStarted } from '../../../src/session/sessionSlice';
import {
  historyRequested,
  receivedByUser7,
  tokenOf,
  incoming,
} from '../../support/builders/builders';
import { historyTailLoaded } from '../../../src/api/parseHistory';
import { manualFrames } from '../../support/time/frames';
import { SKIPPED_PAYLOAD, captureConsole } from '../../support/console/captureConsole';
import { makeChat, waitForState } from '../../support/stores/makeChat';
import { useRestServer } from '../../support/fakes/restServer';

const server = useRestServer();
const output = captureConsole(SKIPPED_PAYLOAD);

/** @param length of each text, in characters */
const numberedMessages = (count: number, length = 1) =>
  Array.from({ length: count }, (_, number) =>
    incoming({ text: String(number).padEnd(length, '.') }),
  );
const longHistory = () => numberedMessages(100, LONG_HISTORY_LENGTH / 100);

/** Opens the chat of user 7 with this history. Frames wait for `release`. */
function open(history: unknown[]) {
  server().responses.messages = { body: JSON.stringify(history) };
  const { nextFrame, release } = manualFrames();
  const { store } = makeChat(server().host, { token: tokenOf(7), nextFrame });
  const entries = () => selectEntries(store.getState());
  const messages = () => entries().map(({ message }) => message);
  store.dispatch(checkSession());
  return { store, release, entries, messages };
}

describe('long history', () => {
  test('shows its last messages before the rest, and keeps their rows', async () => {
    const history = longHistory();
    const { store, release, entries, messages } = open(history);
    await waitForState(store, () => entries().length > 0);
    expect(messages()).toEqual(history.slice(-INITIAL_ROWS));
    expect(selectIsLoading(store.getState())).toBe(true);
    const keys = entries().map(({ key }) => key);
    release();
    await waitForState(store, (state) => !selectIsLoading(state));
    expect(messages()).toEqual(history);
    expect(
      entries()
        .slice(-INITIAL_ROWS)
        .map(({ key }) => key),
    ).toEqual(keys);
  });

  test('is not split if it is short', async () => {
    const history = numberedMessages(INITIAL_ROWS + 5);
    const { store, messages } = open(history);
    await waitForState(store, (state) => !selectIsLoading(state));
    expect(messages()).toEqual(history);
  });

  test('logs items that are not messages once, also if they are among the last', async () => {
    const { store, release } = open([...longHistory(), null]);
    release();
    await waitForState(store, (state) => !selectIsLoading(state));
    expect(output.lines).toEqual(['warn: Skipped 1 history items that are not messages.']);
  });

  test.each<[string, string, Message[]]>([
    ['a former user has requested it', 'former', []],
    ['the list is not empty', '1', [incoming({ text: 'a' })]],
  ])('ignores its last messages if %s', (_, requestKey, entries) => {
    const tail = historyTailLoaded({ userId: 7, requestKey, messages: numberedMessages(3) });
    const session = sessionStarted({ id: 7, username: '', role: 'user' });
    const actions = [session, historyRequested(1), receivedByUser7(...entries), tail];
    const state = actions.reduce(messagesSlice.reducer, undefined);
    expect(state?.entries.map(({ message }) => message)).toEqual(entries);
  });
});
