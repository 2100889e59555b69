/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import type { Action } from '@reduxjs/toolkit';
import { act } from '@testing-library/react';
import { useLeaveQuestions } from '../../../../src/chat/composer/useLeaveQuestions';
import { postStarted, uploadChanged } from '../../../../src/messages/sendingActions';
import { sessionStarted } from '../../../../src/session/sessionSlice';
import { chatStrings } from '../../../../src/ui/chatStrings';
import { tokenOf } from '../../../support/builders/builders';
import { sendEnded, sendStarted } from '../../../support/builders/sends';
import { makeChat, renderInStore } from '../../../support/stores/makeChat';

/** Renders the hook for user 7. */
function render({ hasWaitingImages }: { hasWaitingImages: boolean }) {
  const { store, tokens, services } = makeChat();
  store.dispatch(sessionStarted({ id: 7, username: '', role: 'user' }));
  const addListener = jest.spyOn(window, 'addEventListener');
  const { unmount, result } = renderInStore(
    store,
    () => useLeaveQuestions(hasWaitingImages),
    services,
  );
  const dispatch = (action: Parameters<typeof store.dispatch>[0]) => {
    act(() => {
      store.dispatch(action);
    });
  };
  const isListening = () => addListener.mock.calls.some(([type]) => type === 'beforeunload');
  const question = () => result.current();
  return { tokens, drafts: services.drafts, dispatch, unmount, isListening, question };
}

/** Unloads the page. @returns whether the browser would ask */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('useLeaveQuestions', () => {
  afterEach(() => jest.restoreAllMocks());

  test('asks while images wait, and has no listener without them', () => {
    const without = render({ hasWaitingImages: false });
    expect(without.isListening()).toBe(false);
    expect([asks(), without.question()]).toEqual([false, null]);
    const { unmount, question } = render({ hasWaitingImages: true });
    expect([asks(), question()]).toEqual([true, chatStrings.logoutWithImage]);
    unmount();
    expect(asks()).toBe(false);
  });

  const posting = (isLostOnUnload: boolean) =>
    postStarted({ keys: ['text'], timestamp: '2026-03-05T10:00:00Z', isLostOnUnload });
  const uploading = uploadChanged({ index: 1, total: 1, percent: 0, preview: 'blob:a' });

  test.each<[string, Action, boolean, string]>([
    ['an image is uploaded', uploading, true, chatStrings.logoutWithImage],
    ['a long text is posted', posting(true), true, chatStrings.logoutWhileSending],
    ['a shorter text is posted', posting(false), false, chatStrings.logoutWhileSending],
  ])('asks until the send has ended while %s', (_, action, isUnloadAsked, expected) => {
    const { dispatch, question } = render({ hasWaitingImages: false });
    dispatch(sendStarted());
    dispatch(action);
    expect([asks(), question()]).toEqual([isUnloadAsked, expected]);
    dispatch(sendEnded(true));
    expect([asks(), question()]).toEqual([false, null]);
  });

  test.each([
    ['salam', chatStrings.logoutWithText],
    [' \n', null],
  ])('before a logout with the draft %j asks %j', (text, expected) => {
    const { drafts, question } = render({ hasWaitingImages: false });
    drafts.save(7, { text });
    expect([asks(), question()]).toEqual([false, expected]);
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
