/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { fireEvent, render } from '@testing-library/react';
import { createElement, type SubmitEvent } from 'react';
import { usePhoneInput } from '../../../src/login/usePhoneInput';

interface Props {
  onEdit: () => void;
  onSubmit: (phone: string) => void;
}

/** The form of the login screen. */
function Phone({ onEdit, onSubmit }: Props) {
  const { input, phone, readPhone, handlers } = usePhoneInput(onEdit);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit(readPhone());
  };
  const field = createElement('input', { ref: input, type: 'tel', value: phone, ...handlers });
  return createElement('form', { onSubmit: submit }, field);
}

/** What the customer has done in the prerendered form before React hydrates it. */
interface Prerendered {
  value: string;
  caret?: number;
  submitted?: string;
}

const inputIn = (container: Element) => {
  const input = container.querySelector('input');
  if (!input) throw new Error('No input is shown.');
  return input;
};

/** Shows the input. */
function show(prerendered?: Prerendered) {
  const container = document.body.appendChild(document.createElement('div'));
  if (prerendered) {
    container.innerHTML = '<form><input type="tel" value="+994"></form>';
    const { value, caret = value.length, submitted } = prerendered;
    const field = inputIn(container);
    field.value = value;
    field.focus();
    field.setSelectionRange(caret, caret);
    if (submitted !== undefined) document.body.dataset.submitted = submitted;
  }
  const [onEdit, onSubmit] = [jest.fn(), jest.fn()];
  const phone = createElement(Phone, { onEdit, onSubmit });
  render(phone, { container, hydrate: prerendered !== undefined });
  const input = inputIn(container);
  input.focus();
  /** Sets value and caret as the browser does, which React does not see before the event. */
  const setValue = (value: string, caret: number) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.setSelectionRange(caret, caret);
  };
  return {
    onEdit,
    onSubmit,
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
  test('puts the caret at the end of a value that is reset', () => {
    const { change, shown } = show();
    expect(shown()).toBe('+994|');
    change('+99450', 'insertText');
    change('+9450', 'deleteContentBackward', 1);
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
    const { change, onEdit } = show();
    change('+994x', 'insertText');
    expect(onEdit).not.toHaveBeenCalled();
    change('+9945', 'insertText');
    expect(onEdit).toHaveBeenCalledTimes(1);
  });

  test('puts a digit that was typed before the plus behind the prefix', () => {
    const { change, shown } = show();
    change('5+994', 'insertText', 1, '5');
    expect(shown()).toBe('+9945|');
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

  test('formats an inserted text that is not a whole number (S5)', () => {
    const { change, shown } = show();
    change('+99450 1', 'insertFromPaste', 6);
    expect(shown()).toBe('+99450|1');
  });

  test.each(['paste', 'drop'] as const)('replaces the value by a number: %s', (kind) => {
    const { change, insert, shown, onEdit } = show();
    change('+99477', 'insertText', 5);
    expect(insert('050 123 45 67', kind)).toBe(false);
    expect(shown()).toBe('+994501234567|');
    expect(onEdit).toHaveBeenCalledTimes(2);
    expect(insert('Salam', kind)).toBe(true);
  });

  test.each([
    ['0701112233', '+994701112233|'],
    ['+994 70 111 22', '+9947011122|'],
    ['+90 532 123 45 67', '+994|'],
  ])('replaces a begun number by one that the keyboard suggests: %p', (suggested, expected) => {
    const { change, shown } = show();
    change('+99450', 'insertText');
    change(`+99450${suggested}`, 'insertText', undefined, suggested);
    expect(shown()).toBe(expected);
  });
});

describe('usePhoneInput, after the customer has used the prerendered input', () => {
  test.each([
    ['keeps digits and caret', '+99450123', 6, '+99450|123'],
    ['keeps a whole number that was filled in', '0501234567', 10, '+994501234567|'],
    ['puts the caret after the country code without digits', '+994', 2, '+994|'],
  ])('%s', (_, value, caret, expected) => expect(show({ value, caret }).shown()).toBe(expected));

  test('keeps its digits rather than those of another phone field of the page', () => {
    const other = document.body.appendChild(document.createElement('input'));
    Object.assign(other, { type: 'tel', value: '+99470' });
    expect(show({ value: '+99450' }).input.value).toBe('+99450');
  });

  const PHONE = '+994501234567';
  test.each<[string, Prerendered, string[][]]>([
    ['submits once what was submitted', { value: PHONE, submitted: PHONE }, [[PHONE]]],
    ['submits nothing after an edit', { value: '+99450123456', submitted: PHONE }, []],
    ['submits nothing if nothing was submitted', { value: PHONE }, []],
  ])('%s', (_, prerendered, expected) => {
    expect(show(prerendered).onSubmit.mock.calls).toEqual(expected);
    expect(document.body.dataset.submitted).toBeUndefined();
  });
});
