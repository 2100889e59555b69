/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { act, render as renderElement } from '@testing-library/react';
import { createElement } from 'react';
import { Provider } from 'react-redux';
import { useInputDuringSend } from '../../../../src/chat/composer/useInputDuringSend';
import type { WaitingImage } from '../../../../src/messages/sending';
import { selectIsSending } from '../../../../src/messages/sendingSlice';
import { useAppSelector } from '../../../../src/app/hooks';
import { sendEnded, sendStarted } from '../../../support/builders/sends';
import { makeChat } from '../../../support/stores/makeChat';

const IMAGE = { key: 'a' } as WaitingImage;

const createInput = () => document.body.appendChild(document.createElement('textarea'));

/** Renders the hook with a focused input that contains `salam`. */
function render() {
  const { store } = makeChat();
  const input = createInput();
  input.value = 'salam';
  input.focus();
  const onChange = jest.fn();
  const onSend = jest.fn(() => void store.dispatch(sendStarted()));
  let enter: () => void = () => undefined;
  let images: WaitingImage[] = [];
  function Hidden() {
    const isDisabled = useAppSelector(selectIsSending);
    const options = { input: { current: input }, images, isDisabled, onChange, onSend };
    const { hidden, submitLater } = useInputDuringSend(options);
    enter = submitLater;
    input.disabled = isDisabled;
    return createElement('textarea', { ref: hidden });
  }
  const app = () => createElement(Provider, { store, children: createElement(Hidden) });
  const { container, rerender } = renderElement(app());
  const hidden = container.firstElementChild as HTMLTextAreaElement;
  return {
    input,
    hidden,
    onChange,
    onSend,
    /** A send begins. */
    start: () => act(() => void store.dispatch(sendStarted())),
    /** The send ends. An accepted text is cleared. */
    end: (isSent = true, rest = '') => {
      if (isSent) input.value = rest;
      act(() => void store.dispatch(sendEnded(isSent)));
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

afterEach(() => document.body.replaceChildren());

describe('useInputDuringSend', () => {
  test('moves the focus for the time of a send, and keeps the selection, without scrolling', () => {
    const { input, hidden, start, end, onChange } = render();
    const focus = jest.spyOn(input, 'focus');
    input.setSelectionRange(1, 3);
    start();
    expect(document.activeElement).toBe(hidden);
    end(false);
    expect(document.activeElement).toBe(input);
    expect([input.selectionStart, input.selectionEnd]).toEqual([1, 3]);
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
    expect(onChange).not.toHaveBeenCalled();
  });

  test('focuses the input after a send by the keyboard at the send button', () => {
    const { input, start, end } = render();
    const button = document.body.appendChild(document.createElement('button'));
    button.type = 'submit';
    button.focus();
    start();
    end();
    expect(document.activeElement).toBe(input);
  });

  test('does not focus an input that was focused during an earlier send only', () => {
    const { input, start, end } = render();
    start();
    end();
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
    const { input, hidden, onChange, start, end, type } = render();
    input.setSelectionRange(0, 3);
    start();
    type(' dünya');
    end(true, 'salam');
    expect([input.value, hidden.value]).toEqual(['salam dünya', '']);
    expect([input.selectionStart, input.selectionEnd]).toEqual([11, 11]);
    expect(onChange).toHaveBeenCalledTimes(1);
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
});
