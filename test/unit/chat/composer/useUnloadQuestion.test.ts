/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act } from '@testing-library/react';
import { useUnloadQuestion } from '../../../../src/chat/composer/useUnloadQuestion';
import { sendingEnded, uploadChanged } from '../../../../src/messages/sendingSlice';
import { sessionEnded, sessionStarted } from '../../../../src/session/sessionSlice';
import { tokenOf } from '../../../support/builders/builders';
import { makeChat, renderInStore } from '../../../support/stores/makeChat';

/** Renders the hook for user 7. */
function render({ hasWaitingImages }: { hasWaitingImages: boolean }) {
  const { store, tokens } = makeChat();
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  const addListener = jest.spyOn(window, 'addEventListener');
  const { unmount, result } = renderInStore(store, () => useUnloadQuestion(hasWaitingImages));
  const dispatch = (action: Parameters<typeof store.dispatch>[0]) => {
    act(() => {
      store.dispatch(action);
    });
  };
  const isListening = () => addListener.mock.calls.some(([type]) => type === 'beforeunload');
  const confirmLogout = () => result.current();
  return { tokens, dispatch, unmount, isListening, confirmLogout };
}

/** Unloads the page. @returns whether the browser would ask */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Replaces the browser's dialog. */
const answerWith = (answer: boolean) => jest.spyOn(window, 'confirm').mockReturnValue(answer);

describe('useUnloadQuestion', () => {
  afterEach(() => jest.restoreAllMocks());

  test('has no listener without images', () => {
    const { isListening } = render({ hasWaitingImages: false });
    expect(isListening()).toBe(false);
    expect(asks()).toBe(false);
  });

  test('asks while images wait', () => {
    const { unmount } = render({ hasWaitingImages: true });
    expect(asks()).toBe(true);
    unmount();
    expect(asks()).toBe(false);
  });

  test('asks while an image is uploaded', () => {
    const { dispatch } = render({ hasWaitingImages: false });
    dispatch(uploadChanged({ index: 1, total: 1, percent: 0 }));
    expect(asks()).toBe(true);
    dispatch(sendingEnded(true));
    expect(asks()).toBe(false);
  });

  test('lets the customer log out without a question if there are no images', () => {
    const confirm = answerWith(true);
    const { confirmLogout } = render({ hasWaitingImages: false });
    expect(confirmLogout()).toBe(true);
    expect(confirm).not.toHaveBeenCalled();
  });

  test.each([true, false])('asks before a logout during an upload, and returns %p', (answer) => {
    const confirm = answerWith(answer);
    const { dispatch, confirmLogout } = render({ hasWaitingImages: false });
    dispatch(uploadChanged({ index: 1, total: 1, percent: 0 }));
    expect(confirmLogout()).toBe(answer);
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  test('does not ask after the session has ended', () => {
    const { dispatch } = render({ hasWaitingImages: true });
    dispatch(sessionEnded());
    expect(asks()).toBe(false);
  });

  test.each([
    ['is removed', null],
    ['is of another user', tokenOf(8)],
  ])('does not ask once the stored token %s', (_, token) => {
    const { tokens } = render({ hasWaitingImages: true });
    tokens.remove();
    if (token !== null) tokens.save(token);
    expect(asks()).toBe(false);
  });
});
