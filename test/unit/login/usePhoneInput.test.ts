/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { fireEvent, render } from '@testing-library/react';
import { createElement, type SubmitEvent } from 'react';
import { usePhoneInput } from '../../../src/login/usePhoneInput';

/** The input of the login screen. */
function Phone({ onEdit }: { onEdit: () => void }) {
  const { input, phone, handlers } = usePhoneInput(onEdit);
  return createElement('input', { ref: input, type: 'tel', value: phone, ...handlers });
}

/**
 * Shows the input.
 * @param prerendered the input that the customer has used before React hydrates it
 */
function show(prerendered?: { value: string; caret?: number }) {
  const container = document.body.appendChild(document.createElement('div'));
  if (prerendered) {
    container.innerHTML = '<input type="tel" value="+994">';
    const { value, caret = value.length } = prerendered;
    const field = container.firstElementChild as HTMLInputElement;
    field.value = value;
    field.focus();
    field.setSelectionRange(caret, caret);
  }
  const edits = jest.fn();
  render(createElement(Phone, { onEdit: edits }), {
    container,
    hydrate: prerendered !== undefined,
  });
  const input = container.firstElementChild as HTMLInputElement;
  input.focus();
  /** Sets value and caret as the browser does, which React does not see before the event. */
  const setValue = (value: string, caret: number) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.setSelectionRange(caret, caret);
  };
  return {
    edits,
    /** The value, with | at the caret. */
    shown: () => {
      const { value, selectionStart } = input;
      return `${value.slice(0, selectionStart ?? 0)}|${value.slice(selectionStart ?? 0)}`;
    },
    /** The browser has changed the value. */
    change: (value: string, inputType?: string, caret = value.length, data?: string) => {
      setValue(value, caret);
      const Input = inputType === undefined ? Event : InputEvent;
      const init = { bubbles: true, ...(inputType && { inputType }), ...(data && { data }) };
      fireEvent(input, new Input('input', init));
    },
    /** @returns whether the browser pastes or drops the text itself */
    insert: (text: string, kind: 'paste' | 'drop') => {
      const getData = (format: string) => (format === 'text' ? text : '');
      return kind === 'paste'
        ? fireEvent.paste(input, { clipboardData: { getData } })
        : fireEvent.drop(input, { dataTransfer: { getData } });
    },
    input,
  };
}

afterEach(() => document.body.replaceChildren());

describe('usePhoneInput', () => {
  test('starts with the country code, and the caret after it', () =>
    expect(show().shown()).toBe('+994|'));

  test('puts the caret at the end of a value that is reset', () => {
    const { change, shown } = show();
    change('+9', 'deleteContentBackward');
    expect(shown()).toBe('+994|');
  });

  test('leaves the caret of an input without focus alone', () => {
    const { input, change } = show();
    input.blur();
    const setSelectionRange = jest.spyOn(input, 'setSelectionRange');
    change('+99450', 'insertText', 5);
    expect(setSelectionRange).toHaveBeenCalledTimes(1);
  });

  test('reports an edit only if the number changes', () => {
    const { change, edits } = show();
    change('+994x', 'insertText');
    expect(edits).not.toHaveBeenCalled();
    change('+9945', 'insertText');
    expect(edits).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['a plain event', undefined, '+994501234567|'],
    ['autofill', 'insertReplacementText', '+994501234567|'],
    ['a paste', 'insertFromPaste', '+994501234567|'],
    ['a suggestion of the keyboard', 'insertText', '+994501234567|'],
    ['a deletion', 'deleteContentBackward', '+994|'],
  ])('parses a whole number only if it was inserted: %s', (_, inputType, expected) => {
    const { change, shown } = show();
    change('+99477', 'insertText');
    const whole = '00994501234567';
    change(whole, inputType, undefined, inputType === 'insertText' ? whole : '');
    expect(shown()).toBe(expected);
  });

  test.each([
    ['+99450 1', '+994501|'],
    ['+994501234567890', '+994501234567|'],
    ['+1 202 555 0100', '+994|'],
    ['Salam', '+994|'],
  ])('formats an inserted text that is not a whole number (S5): %p', (value, expected) => {
    const { change, shown } = show();
    change(value, 'insertFromPaste');
    expect(shown()).toBe(expected);
  });

  test.each(['paste', 'drop'] as const)('replaces the value by a number: %s', (kind) => {
    const { change, insert, shown, edits } = show();
    change('+99477', 'insertText', 5);
    expect(insert('050 123 45 67', kind)).toBe(false);
    expect(shown()).toBe('+994501234567|');
    expect(edits).toHaveBeenCalledTimes(2);
  });

  test.each(['paste', 'drop', 'insertText'] as const)(
    'resets the value instead of adding the number of another country: %s',
    (kind) => {
      const { change, insert, shown } = show();
      change('+99450', 'insertText');
      const foreign = '+90 532 123 45 67';
      if (kind === 'insertText') change(`+99450${foreign}`, kind, undefined, foreign);
      else expect(insert(foreign, kind)).toBe(false);
      expect(shown()).toBe('+994|');
    },
  );

  test.each([
    ['0701112233', '+994701112233|'],
    ['+994 70 111 22 33 / 2', '+994701112233|'],
    ['+994 70 111 22', '+9947011122|'],
  ])('replaces a begun number by one that the keyboard suggests: %p', (suggested, expected) => {
    const { change, shown } = show();
    change('+99450', 'insertText');
    change(`+99450${suggested}`, 'insertText', undefined, suggested);
    expect(shown()).toBe(expected);
  });

  describe('after the customer has used the prerendered input', () => {
    test.each([
      ['keeps digits and caret', '+99450123', 6, '+99450|123'],
      ['keeps digits that were typed before the country code', '50+994', 2, '+99450|'],
      ['keeps a whole number that was filled in', '0501234567', 10, '+994501234567|'],
      ['puts the caret after the country code without digits', '+994', 2, '+994|'],
      ['resets a damaged country code', '+99', 3, '+994|'],
      ['resets a foreign number that was pasted', '+994+90 532 123 45 67', 21, '+994|'],
    ])('%s', (_, value, caret, expected) => expect(show({ value, caret }).shown()).toBe(expected));

    test('keeps its digits rather than those of another phone field of the page', () => {
      const other = document.body.appendChild(document.createElement('input'));
      Object.assign(other, { type: 'tel', value: '+99470' });
      expect(show({ value: '+99450' }).input.value).toBe('+99450');
    });

    test('keeps the digits if React has replaced the input', () => {
      const replaced = document.body.appendChild(document.createElement('input'));
      Object.assign(replaced, { type: 'tel', value: '+99450' });
      expect(show().input.value).toBe('+99450');
    });
  });
});

test('usePhoneInput puts a digit that was typed before the plus behind the prefix', () => {
  const { change, shown } = show();
  change('5+994', 'insertText', 1, '5');
  expect(shown()).toBe('+9945|');
});

test('usePhoneInput submits nothing if a script has moved the input out of its form', () => {
  document.body.dataset.submitted = '+994501234567';
  expect(show({ value: '+994501234567' }).shown()).toBe('+994501234567|');
});

describe('usePhoneInput, in a form that was submitted before hydration', () => {
  /** Returns the submitted numbers after hydration. */
  function hydrate(value: string, submitted?: string): string[] {
    const numbers: string[] = [];
    function Form() {
      const { input, phone, readPhone, handlers } = usePhoneInput(() => undefined);
      const onSubmit = (event: SubmitEvent) => {
        event.preventDefault();
        numbers.push(readPhone());
      };
      const field = { ref: input, type: 'tel', value: phone, ...handlers };
      return createElement('form', { onSubmit }, createElement('input', field));
    }
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = '<form><input type="tel" value="+994"></form>';
    const field = container.querySelector('input');
    if (field) field.value = value;
    if (submitted !== undefined) document.body.dataset.submitted = submitted;
    render(createElement(Form), { container, hydrate: true });
    expect(document.body.dataset.submitted).toBeUndefined();
    return numbers;
  }

  test.each([
    ['submits the number once', '+994501234567', '+994501234567', ['+994501234567']],
    ['submits nothing if the number was edited since', '+99450123456', '+994501234567', []],
    ['submits nothing if nothing was submitted', '+994501234567', undefined, []],
  ])('%s', (_, value, submitted, expected) => expect(hydrate(value, submitted)).toEqual(expected));
});
