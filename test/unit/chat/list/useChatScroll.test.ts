/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act, renderHook } from '@testing-library/react';
import { useChatScroll } from '../../../../src/chat/list/useChatScroll';

const MESSAGES = Array.from({ length: 60 }, (_, number) => `Mesaj ${number}`);

/** Creates a list of 5,000 px in a viewport of 500 px. jsdom has no layout. */
function createList() {
  const list = document.createElement('div');
  list.append(...Array.from({ length: 3 }, () => document.createElement('div')));
  Object.defineProperties(list, { scrollHeight: { value: 5_000 }, clientHeight: { value: 500 } });
  list.scrollTo = (options) => {
    const { top = 0 } = options as ScrollToOptions;
    list.scrollTop = Math.min(top, 4_500);
  };
  return list;
}

/** Renders the hook with a list, which it scrolls to the bottom. Returns the list. */
function renderChatScroll() {
  const list = createList();
  const listRef = { current: list };
  renderHook(() => useChatScroll(MESSAGES, true, listRef));
  return list;
}

describe('useChatScroll', () => {
  let resize: () => void;

  beforeEach(() => {
    jest.useFakeTimers();
    Object.assign(window, {
      ResizeObserver: class {
        observe = () => undefined;
        disconnect = () => undefined;
        constructor(callback: () => void) {
          resize = callback;
        }
      },
    });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  test('stays at the top after Home when the scroll event comes late', () => {
    const list = renderChatScroll();
    expect(list.scrollTop).toBe(4_500);
    act(() => {
      list.dispatchEvent(new Event('scroll'));
      jest.advanceTimersToNextFrame();
      list.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }));
      jest.runAllTimers();
      list.dispatchEvent(new Event('scroll'));
      jest.advanceTimersToNextFrame();
      resize();
    });
    expect(list.scrollTop).toBe(0);
  });

  test('does not scroll back when the list scrolls up after the scroll event', () => {
    const list = renderChatScroll();
    act(() => {
      list.dispatchEvent(new Event('scroll'));
      list.scrollTop = 4_000;
      jest.advanceTimersToNextFrame();
      resize();
    });
    expect(list.scrollTop).toBe(4_000);
  });
});
