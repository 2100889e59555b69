/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act } from '@testing-library/react';
import { useFirstNewKey } from '../../../../src/chat/list/useFirstNewKey';
import { seenElsewhere, selectEntries } from '../../../../src/chat/messagesSlice';
import { useAppSelector } from '../../../../src/services/redux';
import { sessionEnded, sessionStarted } from '../../../../src/session/sessionSlice';
import { pageHidden, pageShown } from '../../../../src/shared/pageEvents';
import {
  historyFulfilled,
  historyRequested,
  receivedByUser7,
  tokenOf,
  incoming,
} from '../../../support/builders/builders';
import { makeChat, renderInStore } from '../../../support/stores/makeChat';

/** Opens the chat of user 7 with one message in its history. The message's key is 0. */
function open() {
  const { store } = makeChat('http://localhost', { token: tokenOf(7) });
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  store.dispatch(historyRequested(1));
  store.dispatch(historyFulfilled(1, [incoming()]));
  const { result } = renderInStore(store, () => useFirstNewKey(useAppSelector(selectEntries)));
  /** Dispatches actions, and renders after each. @returns the key of the first new message */
  const dispatch = (...actions: Parameters<typeof store.dispatch>[0][]) => {
    for (const action of actions) act(() => void store.dispatch(action));
    return result.current;
  };
  return { dispatch };
}

const arrives = (text: string) => receivedByUser7(incoming({ text }));

describe('useFirstNewKey', () => {
  test('is the key of the first message that arrives while the page is hidden', () => {
    const { dispatch } = open();
    expect(dispatch(pageHidden(), arrives('a'), arrives('b'), pageShown())).toBe(1);
    expect(dispatch(arrives('c'))).toBe(1);
  });

  test('skips messages that another tab has shown', () => {
    const { dispatch } = open();
    dispatch(pageHidden(), arrives('a'), seenElsewhere(2), arrives('b'));
    expect(dispatch(pageShown())).toBe(2);
  });

  test('is null after the end of the session', () => {
    const { dispatch } = open();
    dispatch(pageHidden(), arrives('a'), pageShown());
    expect(dispatch(sessionEnded())).toBeNull();
  });
});
