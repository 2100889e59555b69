/** @jest-environment <rootDir>/test/screens/support/browserEnvironment.ts */
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
    const list = createList();
    const content = { current: list.children[1] as HTMLElement };
    renderHook(() => useChatScroll(MESSAGES, true, { current: list }, content));
    expect(list.scrollTop).toBe(4_500);
    act(() => {
      list.dispatchEvent(new Event('scroll'));
      list.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }));
      jest.runAllTimers();
      list.dispatchEvent(new Event('scroll'));
      resize();
    });
    expect(list.scrollTop).toBe(0);
  });
});
