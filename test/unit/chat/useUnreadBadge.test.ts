/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act } from '@testing-library/react';
import { useUnreadBadge } from '../../../src/chat/useUnreadBadge';
import { sessionStarted } from '../../../src/session/sessionSlice';
import { pageHidden, pageShown } from '../../../src/platform/pageSlice';
import {
  historyFulfilled,
  historyRequested,
  receivedByUser7,
  incoming,
} from '../../support/builders/builders';
import { makeChat, renderInStore } from '../../support/stores/makeChat';

const PLAIN_ICON = 'http://localhost/favicon.svg';
const TITLE = 'Dəstək Xidməti';

/** Renders the hook in a hidden tab with an empty conversation. */
function render() {
  document.title = TITLE;
  const { store } = makeChat();
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  store.dispatch(historyRequested(1));
  store.dispatch(historyFulfilled(1, []));
  store.dispatch(pageHidden());
  const { unmount } = renderInStore(store, useUnreadBadge);
  let number = 0;
  const receive = (count: number) => {
    act(() => {
      const received = Array.from({ length: count }, () => incoming({ text: `${number++}` }));
      store.dispatch(receivedByUser7(...received));
    });
  };
  return { store, unmount, receive };
}

const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '';
/** The SVG of the icon. */
const drawing = () => decodeURIComponent(icon().replace('data:image/svg+xml,', ''));

beforeEach(() => {
  document.head.innerHTML = `<link rel="icon" href="${PLAIN_ICON}" />`;
});

describe('useUnreadBadge', () => {
  test('leaves title and icon as they are without unread messages', () => {
    render();
    expect(document.title).toBe(TITLE);
    expect(icon()).toBe(PLAIN_ICON);
  });

  test('shows the number of unread messages in the title and on the icon', () => {
    const { receive } = render();
    receive(1);
    expect(document.title).toBe(`(1) ${TITLE}`);
    expect(icon()).toMatch(/^data:image\/svg\+xml,/);
    expect(drawing()).toMatch(/^<svg>.*<circle.*>1<\/text>\s*<\/svg>$/s);
    receive(8);
    expect(document.title).toBe(`(9) ${TITLE}`);
    expect(drawing()).toContain('>9</text>');
  });

  test('shows 9+ on the icon for more than nine messages', () => {
    const { receive } = render();
    receive(10);
    expect(document.title).toBe(`(10) ${TITLE}`);
    expect(drawing()).toContain('>9+</text>');
  });

  test('restores title and icon when the page is shown', () => {
    const { store, receive } = render();
    receive(1);
    receive(1);
    act(() => {
      store.dispatch(pageShown());
    });
    expect(document.title).toBe(TITLE);
    expect(icon()).toBe(PLAIN_ICON);
  });

  test('restores title and icon with the end of the chat screen', () => {
    const { unmount, receive } = render();
    receive(1);
    unmount();
    expect(document.title).toBe(TITLE);
    expect(icon()).toBe(PLAIN_ICON);
  });

  test('changes the title of a page without an icon', () => {
    document.head.innerHTML = '';
    const { unmount, receive } = render();
    receive(1);
    expect(document.title).toBe(`(1) ${TITLE}`);
    unmount();
    expect(document.title).toBe(TITLE);
  });
});
