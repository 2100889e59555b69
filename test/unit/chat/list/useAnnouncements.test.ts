/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import type { UnknownAction } from '@reduxjs/toolkit';
import { act } from '@testing-library/react';
import { useAnnouncements } from '../../../../src/chat/list/useAnnouncements';
import type { Message } from '../../../../src/contract/message';
import { sessionStarted } from '../../../../src/session/sessionSlice';
import {
  historyFulfilled,
  historyRejected,
  historyRequested,
  receivedByUser7,
  incoming,
  own,
} from '../../../support/builders/builders';
import { captureConsole, FAILED_CALL } from '../../../support/console/captureConsole';
import { makeChat, renderInStore } from '../../../support/stores/makeChat';
import { advanceTime, fakeClockForEachTest } from '../../../support/time/frames';

fakeClockForEachTest();
captureConsole(FAILED_CALL);

/** Debounce before an announcement, in ms: of up to three messages, and of a burst. */
const DELAY = 150;
const BURST_DELAY = 1_000;
/** Time in ms after which announcements are removed. */
const REMOVE_DELAY = 5_000;

interface Options {
  firstText?: string | null;
  isLoaded?: boolean;
}

/** Opens the chat of user 7. */
function open({ firstText = null, isLoaded = true }: Options = {}) {
  // The chat's own request of the history stays pending.
  const { store } = makeChat({ fetch: () => new Promise(() => undefined) });
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  for (const request of [1, 2]) store.dispatch(historyRequested(request));
  const { result, unmount } = renderInStore(store, () => useAnnouncements(firstText));
  const dispatch = (action: UnknownAction) => act(() => void store.dispatch(action));
  const load = (...messages: Message[]) => dispatch(historyFulfilled(1, messages));
  const reload = (...messages: Message[]) => dispatch(historyFulfilled(2, messages));
  const fail = () => dispatch(historyRejected(2));
  if (isLoaded) load();
  return {
    load,
    reload,
    fail,
    unmount,
    receive: (...messages: Message[]) => dispatch(receivedByUser7(...messages)),
    wait: (milliseconds: number) => act(() => advanceTime(milliseconds)),
    announced: () => result.current.map(({ text }) => text),
    keys: () => result.current.map(({ key }) => key),
  };
}

const texts = (...contents: string[]) => contents.map((text) => incoming({ text }));

describe('useAnnouncements', () => {
  test.each([
    ['the first history', false],
    ['the first history that succeeds after one has failed', true],
  ])('skips %s, and announces later messages', async (_, hasFailed) => {
    const { fail, load, receive, wait, announced } = open({ isLoaded: false });
    if (hasFailed) fail();
    await wait(DELAY);
    load(...texts('1', '2', '3', '4'));
    await wait(BURST_DELAY);
    expect(announced()).toEqual([]);
    receive(...texts('5'));
    await wait(DELAY);
    expect(announced()).toEqual(['Operator: 5, 14:00']);
  });

  test.each([
    ['while the first history loads', false],
    ['after the first history has failed', true],
  ])('announces a live message %s, also if a history follows at once', async (_, hasFailed) => {
    const { fail, load, receive, wait, announced } = open({ isLoaded: false });
    if (hasFailed) fail();
    receive(...texts('live'));
    await wait(DELAY);
    receive(...texts('late'));
    load(...texts('old', 'live', 'late'));
    await wait(DELAY);
    expect(announced()).toEqual(['Operator: live, 14:00', 'Operator: late, 14:00']);
    receive(...texts('old'));
    await wait(DELAY);
    expect(announced()).toHaveLength(2);
  });

  test.each([
    ['sender, text and time', [incoming({ text: 'Salam' })], 'Operator: Salam, 14:00'],
    ['an image', [incoming({ text: 'Baxın', imageUrl: 'a.png' })], 'Operator: Baxın, Şəkil, 14:00'],
    [
      'an image alone',
      [incoming({ text: null, imageUrl: 'b.png', timestamp: null })],
      'Operator: Şəkil',
    ],
    ['no own message', [own(), incoming({ text: 'theirs' })], 'Operator: theirs, 14:00'],
    ['the start of a long text', texts('ə'.repeat(2_500)), `Operator: ${'ə'.repeat(1_000)}, 14:00`],
  ])('announces %s', async (_, messages, text) => {
    const { receive, wait, announced } = open();
    receive(...messages);
    await wait(DELAY);
    expect(announced()).toEqual([text]);
  });

  test('announces together what arrives within 150 ms, each message once and in order', async () => {
    const { receive, wait, announced, keys } = open();
    receive(...texts('1'));
    await wait(DELAY - 1);
    receive(...texts('2', '3'));
    await wait(DELAY - 1);
    expect(announced()).toEqual([]);
    await wait(1);
    receive(...texts('4'));
    await wait(DELAY);
    expect(announced()).toEqual([
      'Operator: 1, 14:00. Operator: 2, 14:00. Operator: 3, 14:00',
      'Operator: 4, 14:00',
    ]);
    expect(new Set(keys()).size).toBe(2);
  });

  test('announces once a message that a later history adds above a live one', async () => {
    const { receive, reload, wait, announced } = open();
    receive(...texts('2'));
    reload(...texts('1', '2'));
    await wait(DELAY);
    receive(...texts('3'));
    await wait(DELAY);
    expect(announced()).toEqual(['Operator: 1, 14:00. Operator: 2, 14:00', 'Operator: 3, 14:00']);
  });

  test('announces a burst by its number and last message, a second after it', async () => {
    const { receive, wait, announced } = open();
    receive(...texts('1', '2', '3'));
    await wait(DELAY - 1);
    receive(...texts('4'));
    await wait(BURST_DELAY - 1);
    expect(announced()).toEqual([]);
    await wait(1);
    expect(announced()).toEqual(['4 yeni mesaj. Operator: 4, 14:00']);
  });

  test('removes the announcements five seconds after the last one', async () => {
    const { receive, wait, announced } = open();
    receive(...texts('1'));
    await wait(REMOVE_DELAY - 1);
    receive(...texts('2'));
    await wait(DELAY);
    expect(announced()).toHaveLength(2);
    await wait(REMOVE_DELAY - 1);
    expect(announced()).toHaveLength(2);
    await wait(1);
    expect(announced()).toEqual([]);
  });

  test('keeps an announcement that is made while the former ones are removed', async () => {
    const { receive, wait, announced } = open();
    receive(...texts('1'));
    await wait(DELAY);
    await wait(REMOVE_DELAY - DELAY - 1);
    receive(...texts('2'));
    // The page renders once after both timers.
    await wait(DELAY + 1);
    expect(announced()).toEqual(['Operator: 2, 14:00']);
  });

  test('announces a first text 100 ms after the live region has appeared', async () => {
    const { wait, announced } = open({ firstText: 'Salam' });
    expect(announced()).toEqual([]);
    await wait(100);
    expect(announced()).toEqual(['Salam']);
  });

  test('keeps at most 20 announcements', async () => {
    const { receive, wait, announced } = open();
    for (let number = 1; number <= 25; number += 1) {
      receive(...texts(String(number)));
      await wait(DELAY);
    }
    expect(announced()).toHaveLength(20);
    expect(announced().at(-1)).toContain('25');
  });

  test('ends its timer with the chat screen', () => {
    const { receive, unmount } = open();
    receive(...texts('1'));
    const before = jest.getTimerCount();
    unmount();
    expect(jest.getTimerCount()).toBe(before - 1);
  });
});
