/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act } from '@testing-library/react';
import { useAnnouncements } from '../../../../src/chat/list/useAnnouncements';
import { sessionStarted } from '../../../../src/session/sessionSlice';
import {
  historyFulfilled,
  historyRequested,
  receivedByUser7,
  incoming,
  own,
} from '../../../support/builders/builders';
import { makeChat, renderInStore } from '../../../support/stores/makeChat';
import { advanceTime, useFakeClock } from '../../../support/time/frames';

useFakeClock();

/** Debounce before an announcement, in ms: of up to three messages, and of a burst. */
const DELAY = 100;
const BURST_DELAY = 1_000;
/** Time in ms after which announcements are removed. */
const REMOVE_DELAY = 5_000;

/** Opens the chat of user 7 while the history loads. */
function open(firstText: string | null = null) {
  const { store } = makeChat('http://localhost');
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  store.dispatch(historyRequested(1));
  const { result, unmount } = renderInStore(store, () => useAnnouncements(firstText));
  const receive = (...messages: ReturnType<typeof incoming>[]) => {
    act(() => {
      store.dispatch(receivedByUser7(...messages));
    });
  };
  const load = (...messages: ReturnType<typeof incoming>[]) => {
    act(() => {
      store.dispatch(historyFulfilled(1, messages));
    });
  };
  return {
    receive,
    load,
    unmount,
    wait: (milliseconds: number) => act(() => advanceTime(milliseconds)),
    /** The announced texts. */
    texts: () => result.current.map(({ text }) => text),
    keys: () => result.current.map(({ key }) => key),
  };
}

const texts = (...contents: string[]) => contents.map((text) => incoming({ text }));

describe('useAnnouncements', () => {
  test('skips the first history, and announces later messages with sender and time', async () => {
    const { load, receive, wait, texts: announced } = open();
    load(incoming({ text: 'old' }));
    await wait(DELAY);
    expect(announced()).toEqual([]);
    receive(incoming({ text: 'new' }));
    await wait(DELAY);
    expect(announced()).toEqual(['Operator: new, 14:00']);
  });

  test('announces an image, and a message without text or time', async () => {
    const { load, receive, wait, texts: announced } = open();
    load();
    receive(
      incoming({ text: 'Baxın', imageUrl: 'uploads/a.png' }),
      incoming({ text: null, imageUrl: 'uploads/b.png', timestamp: null }),
    );
    await wait(DELAY);
    expect(announced()).toEqual(['Operator: Baxın, Şəkil, 14:00. Operator: Şəkil']);
  });

  test('skips the user’s own messages', async () => {
    const { load, receive, wait, texts: announced } = open();
    load();
    receive(own({ text: 'mine' }), incoming({ text: 'theirs' }));
    await wait(DELAY);
    expect(announced()).toEqual(['Operator: theirs, 14:00']);
  });

  test('announces messages together that arrive within 100 ms, each once and in order', async () => {
    const { load, receive, wait, texts: announced, keys } = open();
    load();
    receive(...texts('1'));
    await wait(DELAY - 1);
    receive(...texts('2'));
    await wait(DELAY - 1);
    expect(announced()).toEqual([]);
    await wait(1);
    receive(...texts('3'));
    await wait(DELAY);
    expect(announced()).toEqual(['Operator: 1, 14:00. Operator: 2, 14:00', 'Operator: 3, 14:00']);
    expect(new Set(keys()).size).toBe(2);
  });

  test('announces a burst by its number and last message, a second after it', async () => {
    const { load, receive, wait, texts: announced } = open();
    load();
    receive(...texts('1', '2', '3'));
    await wait(DELAY - 1);
    receive(...texts('4'));
    await wait(BURST_DELAY - 1);
    expect(announced()).toEqual([]);
    await wait(1);
    expect(announced()).toEqual(['4 yeni mesaj. Operator: 4, 14:00']);
  });

  test('removes the announcements five seconds after the last one', async () => {
    const { load, receive, wait, texts: announced } = open();
    load();
    receive(...texts('1'));
    await wait(DELAY);
    await wait(REMOVE_DELAY - DELAY - 1);
    receive(...texts('2'));
    await wait(DELAY);
    expect(announced()).toHaveLength(2);
    await wait(REMOVE_DELAY - 1);
    expect(announced()).toHaveLength(2);
    await wait(1);
    expect(announced()).toEqual([]);
  });

  test('announces a first text when the live region is known', async () => {
    const { wait, texts: announced } = open('Salam');
    expect(announced()).toEqual([]);
    await wait(DELAY);
    expect(announced()).toEqual(['Salam']);
  });

  test('keeps at most 20 announcements', async () => {
    const { load, receive, wait, texts: announced } = open();
    load();
    for (let number = 1; number <= 25; number += 1) {
      receive(...texts(String(number)));
      await wait(DELAY);
    }
    expect(announced()).toHaveLength(20);
    expect(announced().at(-1)).toContain('25');
  });

  test('ends its timer with the chat screen', () => {
    const { load, unmount } = open();
    load();
    const before = jest.getTimerCount();
    unmount();
    expect(jest.getTimerCount()).toBe(before - 1);
  });
});
