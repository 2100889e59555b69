/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act } from '@testing-library/react';
import type { Entry } from '../../../../src/messages/merge/entries';
import {
  followAbsence,
  type ListSnapshot,
  useFirstNewKey,
} from '../../../../src/chat/list/newMessages';
import { seenElsewhere, selectVisibleEntries } from '../../../../src/messages/messagesSlice';
import { useAppSelector } from '../../../../src/app/hooks';
import { sessionEnded, sessionStarted } from '../../../../src/session/sessionSlice';
import { pageHidden, pageShown } from '../../../../src/platform/pageEvents';
import {
  entry,
  historyFulfilled,
  historyRequested,
  incoming,
  own,
  receivedByUser7,
} from '../../../support/builders/builders';
import { makeChat, renderInStore } from '../../../support/stores/makeChat';

const message = (key: number, status: Entry['status'] = 'live') => entry(key, incoming(), status);
const SEEN = [message(0, 'history'), message(1, 'history')];

const SHOWN: ListSnapshot = {
  entries: SEEN,
  hasHistory: true,
  isPageHidden: false,
  hasUnread: false,
  userId: 7,
};
const HIDE = { isPageHidden: true, hasUnread: false };
const SHOW = { isPageHidden: false, hasUnread: false };
const SEEN_ELSEWHERE = { hasUnread: false };
const arrives = (...added: Entry[]) => ({ entries: [...SEEN, ...added], hasUnread: true });
const arrivesInView = (...added: Entry[]) => ({ entries: [...SEEN, ...added] });
const SENT = entry(3, own(), 'live');
const LOADING = { entries: [], hasHistory: false };
const LOADED = { entries: SEEN, hasHistory: true };

describe('followAbsence', () => {
  test.each<[string, number | null, Partial<ListSnapshot>[]]>([
    [
      'the first of the messages that arrive while the page is hidden',
      2,
      [HIDE, arrives(message(2)), arrives(message(2), message(3))],
    ],
    [
      'this message after the page is shown',
      2,
      [HIDE, arrives(message(2)), arrives(message(2), message(3)), SHOW],
    ],
    [
      'a message that the history brings after the page is shown',
      2,
      [HIDE, SHOW, arrivesInView(message(2, 'history'))],
    ],
    [
      'a missed message before a live one',
      3,
      [HIDE, arrives(message(2)), arrives(message(3, 'history'), message(2))],
    ],
    ['no message without an absence', null, [arrivesInView(message(2))]],
    ['no live message after the absence', null, [HIDE, SHOW, arrivesInView(message(2))]],
    ['no message of the first history', null, [LOADING, HIDE, LOADED]],
    [
      'no message of the first history that is unread',
      null,
      [LOADING, HIDE, { ...LOADED, hasUnread: true }],
    ],
    ['no message of a first history after the absence', null, [LOADING, HIDE, SHOW, LOADED]],
    [
      'no message that another tab has shown',
      null,
      [HIDE, arrives(message(2)), SEEN_ELSEWHERE, SHOW],
    ],
    [
      'the first message after those that another tab has shown',
      3,
      [HIDE, arrives(message(2)), SEEN_ELSEWHERE, arrives(message(2), message(3)), SHOW],
    ],
    [
      'the same message when others arrive after the absence',
      2,
      [HIDE, arrives(message(2)), SHOW, arrivesInView(message(2), message(3))],
    ],
    [
      'the same message after an absence without messages',
      2,
      [HIDE, arrives(message(2)), SHOW, HIDE, SHOW],
    ],
    [
      'no message after the customer has sent one',
      null,
      [HIDE, arrives(message(2)), SHOW, arrivesInView(message(2), SENT)],
    ],
    [
      'no message of a history after the customer has sent one',
      null,
      [HIDE, SHOW, arrivesInView(SENT), arrivesInView(SENT, message(4, 'history'))],
    ],
    [
      'no message before one that the customer sent on another device',
      null,
      [HIDE, arrives(message(2)), arrives(message(2), SENT)],
    ],
    [
      'the first message after one that the customer sent on another device',
      4,
      [HIDE, arrives(message(2), SENT), arrives(message(2), SENT, message(4)), SHOW],
    ],
    [
      'the first message of the latest absence that brought one',
      3,
      [HIDE, arrives(message(2)), SHOW, HIDE, arrives(message(2), message(3))],
    ],
  ])('finds %s', (_, firstNewKey, steps) => {
    let snapshot = SHOWN;
    let absence = followAbsence(null, snapshot);
    for (const step of steps) {
      snapshot = { ...snapshot, ...step };
      absence = followAbsence(absence, snapshot);
    }
    expect(absence?.firstNewKey ?? null).toBe(firstNewKey);
  });

  test('returns the same absence if nothing changes', () => {
    const hidden = { ...SHOWN, ...HIDE };
    const absence = followAbsence(null, hidden);
    expect(followAbsence(absence, { ...hidden })).toBe(absence);
    expect(followAbsence(null, { ...SHOWN })).toBeNull();
  });
});

/** Opens the chat of user 7 with one message in its history. The message's key is 0. */
function open() {
  const { store } = makeChat();
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  store.dispatch(historyRequested(1));
  store.dispatch(historyFulfilled(1, [incoming()]));
  const useKey = () => useFirstNewKey(useAppSelector(selectVisibleEntries));
  const { result } = renderInStore(store, useKey);
  /** Dispatches actions, and renders after each. @returns the key of the first new message */
  return (...actions: Parameters<typeof store.dispatch>[0][]) => {
    for (const action of actions) act(() => void store.dispatch(action));
    return result.current;
  };
}

const receive = (text: string) => receivedByUser7(incoming({ text }));

describe('useFirstNewKey', () => {
  test('finds the first message that arrives while the page is hidden, until the session ends', () => {
    const dispatch = open();
    expect(dispatch(pageHidden(), receive('a'), receive('b'), pageShown())).toBe(1);
    expect(dispatch(receive('c'))).toBe(1);
    expect(dispatch(sessionEnded())).toBeNull();
  });

  test('skips messages that another tab has shown', () => {
    const dispatch = open();
    dispatch(pageHidden(), receive('a'), seenElsewhere(2), receive('b'));
    expect(dispatch(pageShown())).toBe(2);
  });
});
