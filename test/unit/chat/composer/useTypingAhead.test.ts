/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act, fireEvent, render as renderElement } from '@testing-library/react';
import { createElement } from 'react';
import { Provider } from 'react-redux';
import { useTypingAhead } from '../../../../src/chat/composer/useTypingAhead';
import type { WaitingImage } from '../../../../src/messages/sending';
import {
  selectIsSending,
  sendingEnded,
  sendingStarted,
} from '../../../../src/messages/sendingSlice';
import { useAppSelector } from '../../../../src/app/hooks';
import { makeChat } from '../../../support/stores/makeChat';

const IMAGE = { key: 'a' } as WaitingImage;

const createInput = () => document.body.appendChild(document.createElement('textarea'));

/** Renders the hook with a focused input that contains `salam`. */
function render() {
  const { store } = makeChat();
  const input = createInput();
  input.value = 'salam';
  input.focus();
  const onInsert = jest.fn();
  const onSend = jest.fn(() => void store.dispatch(sendingStarted()));
  let enter: () => void = () => undefined;
  let images: WaitingImage[] = [];
  function Hidden() {
    const options = { input: { current: input }, images, onInsert, onSend };
    const { hidden, onEnter } = useTypingAhead(options);
    enter = onEnter;
    // As React does it for the real input. Browsers then remove the focus, jsdom does not.
    input.disabled = useAppSelector(selectIsSending);
    return createElement('textarea', { ref: hidden });
  }
  const app = () => createElement(Provider, { store, children: createElement(Hidden) });
  const { container, rerender, unmount } = renderElement(app());
  const hidden = container.firstElementChild as HTMLTextAreaElement;
  return {
    input,
    hidden,
    onInsert,
    onSend,
    unmount,
    /** A send begins. */
    start: () => act(() => void store.dispatch(sendingStarted())),
    /** The send ends. An accepted text is cleared. */
    end: (isSent = true, rest = '') => {
      if (isSent) input.value = rest;
      act(() => void store.dispatch(sendingEnded(isSent)));
    },
    type: (text: string) => {
      hidden.value += text;
    },
    enter: () => enter(),
    setImages: (waiting: WaitingImage[]) => {
      images = waiting;
      rerender(app());
    },
  };
}

/** Presses a key at the focused element. */
const press = (key: KeyboardEventInit) =>
  fireEvent.keyDown(document.activeElement ?? document.body, key);

afterEach(() => document.body.replaceChildren());

describe('useTypingAhead', () => {
  test('restores focus and selection, without scrolling', () => {
    const { input, hidden, start, end, onInsert } = render();
    const focus = jest.spyOn(input, 'focus');
    input.setSelectionRange(1, 3);
    start();
    expect(document.activeElement).toBe(hidden);
    input.setSelectionRange(0, 0);
    end(false);
    expect(document.activeElement).toBe(input);
    expect([input.selectionStart, input.selectionEnd]).toEqual([1, 3]);
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
    expect(onInsert).not.toHaveBeenCalled();
  });

  test('returns the focus that a press on the disabled input has removed', () => {
    const { input, hidden, start, end } = render();
    start();
    hidden.blur();
    end();
    expect(document.activeElement).toBe(input);
  });

  test.each([
    ['an input that had no focus', false],
    ['an input that was focused during an earlier send only', true],
  ])('does not focus %s', (_, hadFocusEarlier) => {
    const { input, start, end } = render();
    if (hadFocusEarlier) {
      start();
      end();
    }
    input.blur();
    start();
    end();
    expect(document.activeElement).toBe(document.body);
  });

  test('does not take the focus from an element that the customer has focused since', () => {
    const { start, end } = render();
    start();
    const other = createInput();
    other.focus();
    end();
    expect(document.activeElement).toBe(other);
  });

  test('appends what was typed to the draft after a picked image, and puts the caret after it', () => {
    const { input, hidden, onInsert, start, end, type } = render();
    input.setSelectionRange(0, 3);
    start();
    type(' dünya');
    end(true, 'salam');
    expect([input.value, hidden.value]).toEqual(['salam dünya', '']);
    expect([input.selectionStart, input.selectionEnd]).toEqual([11, 11]);
    expect(onInsert).toHaveBeenCalledTimes(1);
    start();
    end(true, 'salam dünya');
    expect(input.value).toBe('salam dünya');
  });

  test('sends what each Enter ended, with the images of that moment, and inserts the rest', () => {
    const { input, onSend, start, end, type, enter, setImages } = render();
    start();
    type('bir');
    enter();
    setImages([IMAGE]);
    type('iki\nüç');
    enter();
    type('dörd');
    end();
    expect([input.value, onSend.mock.calls]).toEqual(['bir', [[[]]]]);
    end();
    expect([input.value, onSend.mock.calls]).toEqual(['iki\nüç', [[[]], [[IMAGE]]]]);
    end();
    expect([input.value, onSend.mock.calls.length]).toEqual(['dörd', 2]);
    expect(document.activeElement).toBe(input);
  });

  test.each([
    ['on lines of their own behind the text that stayed', 'salam', 'salam\nbir\niki'],
    ['alone if no text stayed', '', 'bir\niki'],
  ])('after a failure sends nothing, and inserts the texts %s', (_, stayed, expected) => {
    const { input, onSend, start, end, type, enter } = render();
    input.value = stayed;
    start();
    type('bir');
    enter();
    enter();
    type('iki');
    end(false);
    expect(input.value).toBe(expected);
    start();
    end();
    expect([input.value, onSend.mock.calls]).toEqual(['', []]);
  });

  test.each<[string, KeyboardEventInit, boolean]>([
    ['takes a character', { key: 'ə' }, true],
    ['takes AltGr+2', { key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true }, true],
    ['leaves an arrow', { key: 'ArrowDown' }, false],
    ['leaves Ctrl+A', { key: 'a', ctrlKey: true }, false],
    ['leaves Alt+D', { key: 'd', altKey: true }, false],
  ])('%s that is typed while nothing has the focus', (_, key, isTaken) => {
    const { hidden, start } = render();
    start();
    hidden.blur();
    press(key);
    expect(document.activeElement === hidden).toBe(isTaken);
  });

  test.each([
    ['another element has the focus', () => document.body.appendChild(createInput()).focus()],
    [
      'the send has ended',
      ({ end, input }: ReturnType<typeof render>) => {
        end();
        input.blur();
      },
    ],
    ['it is unmounted', ({ unmount }: ReturnType<typeof render>) => unmount()],
  ])('leaves a character if %s', (_, arrange) => {
    const typing = render();
    typing.start();
    typing.hidden.blur();
    arrange(typing);
    const { activeElement } = document;
    press({ key: 'a' });
    expect(document.activeElement).toBe(activeElement);
  });
});
