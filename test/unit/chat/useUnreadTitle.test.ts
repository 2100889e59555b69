/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act } from '@testing-library/react';
import { useUnreadTitle } from '../../../src/chat/useUnreadTitle';
import { sessionStarted } from '../../../src/session/sessionSlice';
import { pageHidden, pageShown } from '../../../src/platform/pageEvents';
import {
  historyFulfilled,
  historyRequested,
  receivedByUser7,
  incoming,
} from '../../support/builders/builders';
import { makeChat, renderInStore } from '../../support/stores/makeChat';

const TITLE = 'Dəstək Xidməti';

/** Renders the hook in a hidden tab with an empty conversation. */
function render() {
  document.title = TITLE;
  const { store } = makeChat();
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  store.dispatch(historyRequested(1));
  store.dispatch(historyFulfilled(1, []));
  store.dispatch(pageHidden());
  const { unmount } = renderInStore(store, useUnreadTitle);
  let number = 0;
  const receive = (count: number) => {
    act(() => {
      const received = Array.from({ length: count }, () => incoming({ text: `${number++}` }));
      store.dispatch(receivedByUser7(...received));
    });
  };
  return { store, unmount, receive };
}

describe('useUnreadTitle', () => {
  test('shows the number of unread messages in the title', () => {
    const { receive } = render();
    receive(1);
    expect(document.title).toBe(`(1) ${TITLE}`);
    receive(9);
    expect(document.title).toBe(`(10) ${TITLE}`);
  });

  test.each(['page is shown', 'chat screen ends'])('restores the title when the %s', (end) => {
    const { store, unmount, receive } = render();
    receive(1);
    receive(1);
    if (end === 'chat screen ends') unmount();
    else act(() => void store.dispatch(pageShown()));
    expect(document.title).toBe(TITLE);
  });
});
