import fc from 'fast-check';
import { api, historyTailLoaded } from '../../../src/api/api';
import { LONG_HISTORY_LENGTH, parseHistoryTail } from '../../../src/contract/parseHistory';
import { messagesSlice } from '../../../src/messages/messagesSlice';
import type { Message } from '../../../src/contract/message';
import { sessionStarted } from '../../../src/session/sessionSlice';
import { INITIAL_ROWS } from '../../../src/contract/constants';
import {
  historyRequested,
  incoming,
  receivedByUser7,
  tokenOf,
} from '../../support/builders/builders';
import { captureConsole, SKIPPED_PAYLOAD } from '../../support/console/captureConsole';
import { makeChat } from '../../support/stores/makeChat';
import { manualFrames } from '../../support/time/frames';

const output = captureConsole(SKIPPED_PAYLOAD);

const numbered = (count: number) =>
  Array.from({ length: count }, (_, number) => incoming({ text: String(number) }));
/** Returns the JSON of an array, as long as a long history. */
const longJson = (items: unknown[]) =>
  JSON.stringify([incoming({ text: 'a'.repeat(LONG_HISTORY_LENGTH) }), ...items]);

describe('parseHistoryTail', () => {
  test('returns the last messages of a long history, without others among its items', () => {
    const others = [incoming({ toUserId: 8 }), { text: 'no sender' }];
    expect(parseHistoryTail(longJson([...others, ...numbered(2)]), 7, 4)).toEqual(numbered(2));
    expect(parseHistoryTail(longJson(numbered(3)), 7, 2)).toEqual(numbered(3).slice(-2));
  });

  test.each([
    ['the history is short', JSON.stringify(numbered(3)), 2],
    ['all items are requested', longJson(numbered(2)), 3],
    ['the JSON is not an array', JSON.stringify({ a: ' '.repeat(LONG_HISTORY_LENGTH) }), 1],
    ['the JSON is cut off', longJson(numbered(3)).slice(0, -1), 2],
    ['the JSON is indented', longJson(numbered(3)).replaceAll('},{', '}, {'), 2],
  ])('returns undefined if %s', (_, json, count) =>
    expect(parseHistoryTail(json, 7, count)).toBeUndefined(),
  );

  test('returns the last messages or undefined when texts look like boundaries', () => {
    const text = fc
      .array(fc.constantFrom('},{', '}', '{', ',', '"', '\\', '[', ']', ':', '"a"'))
      .map((parts) => `a${parts.join('')}`);
    const item = text.map((value) => ({ ...incoming({ text: value }), more: [{ text: value }] }));
    const prefix = `[${' '.repeat(LONG_HISTORY_LENGTH)}`;
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 5 }),
        fc.integer({ min: 1, max: 5 }),
        (all, count) => {
          const tail = parseHistoryTail(`${prefix}${JSON.stringify(all).slice(1)}`, 7, count);
          if (!tail) return;
          found += 1;
          expect(tail.length).toBeLessThanOrEqual(count);
          const texts = all.slice(all.length - tail.length).map((message) => message.text);
          expect(tail.map((message) => message.text)).toEqual(texts);
        },
      ),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(20);
  });
});

describe('a long history', () => {
  /** Requests a long history, whose last item is no message. Frames wait for `draw`. */
  const open = (isRefetch: boolean) => {
    const { nextFrame, draw } = manualFrames();
    const text = longJson([...numbered(INITIAL_ROWS), null]);
    const transport = () => Promise.resolve({ status: 200, text });
    const { store } = makeChat({
      token: tokenOf(7),
      nextFrame,
      transport,
    });
    store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
    const request = { userId: 7, requestKey: 'a', isRefetch };
    const response = store.dispatch(api.endpoints.history.initiate(request));
    const count = () => store.getState().messages.entries.length;
    return { response, draw, count };
  };
  const settlePromises = () => new Promise(setImmediate);

  test('shows its last messages, and the rest after the second frame', async () => {
    const { response, draw, count } = open(false);
    await settlePromises();
    expect(count()).toBe(INITIAL_ROWS);
    draw();
    await settlePromises();
    expect(count()).toBe(INITIAL_ROWS);
    draw();
    await response;
    expect(count()).toBe(INITIAL_ROWS + 1);
    expect(output.lines).toEqual(['warn: Skipped 1 messages of a history: no object']);
  });

  test('shows all messages at once if it is fetched again', async () => {
    const { draw, count } = open(true);
    // The response is hashed, its JSON is parsed, the messages are parsed and returned.
    for (let frame = 1; frame <= 4; frame += 1) {
      await settlePromises();
      expect(count()).toBe(0);
      draw();
    }
    await settlePromises();
    expect(count()).toBe(INITIAL_ROWS + 1);
  });

  test.each<[string, string, Message[]]>([
    ['a former user has requested it', 'former', []],
    ['the list is not empty', '1', [incoming({ text: 'a' })]],
  ])('ignores its last messages if %s', (_, requestKey, entries) => {
    const tail = historyTailLoaded({ userId: 7, requestKey, messages: numbered(3) });
    const session = sessionStarted({ id: 7, username: '', role: 'user' });
    const actions = [session, historyRequested(1), receivedByUser7(...entries), tail];
    const state = actions.reduce(messagesSlice.reducer, undefined);
    expect(state?.entries.map(({ message }) => message)).toEqual(entries);
  });
});
