/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { fireEvent, renderHook } from '@testing-library/react';
import { useTypingAhead } from '../../../../src/chat/composer/useTypingAhead';

const createInput = () => document.body.appendChild(document.createElement('textarea'));

/** Renders the hook with a focused input that contains `salam`. */
function render() {
  const input = createInput();
  input.value = 'salam';
  input.focus();
  const onInput = jest.fn();
  const { rerender, result, unmount } = renderHook(
    ({ isDisabled }) => useTypingAhead({ current: input }, isDisabled, onInput),
    { initialProps: { isDisabled: false } },
  );
  return {
    input,
    onInput,
    unmount,
    disable: () => {
      rerender({ isDisabled: true });
      // Browsers remove the focus of a disabled element, jsdom does not.
      input.blur();
      input.disabled = true;
    },
    /** Enables the input after the send has ended. */
    resume: () => {
      input.disabled = false;
      rerender({ isDisabled: false });
      result.current();
    },
    /** Another send has ended while the input is disabled. */
    resumeTooEarly: () => result.current(),
  };
}

/** Presses keys at the focused element. @returns whether each key keeps its default action */
const press = (...keys: (string | KeyboardEventInit)[]) =>
  keys.map((key) =>
    fireEvent.keyDown(
      document.activeElement ?? document.body,
      typeof key === 'string' ? { key } : key,
    ),
  );

afterEach(() => document.body.replaceChildren());

describe('useTypingAhead', () => {
  test('restores focus and selection, without scrolling', () => {
    const { input, disable, resume, onInput } = render();
    const focus = jest.spyOn(input, 'focus');
    input.setSelectionRange(1, 3);
    disable();
    input.setSelectionRange(0, 0);
    resume();
    expect(document.activeElement).toBe(input);
    expect([input.selectionStart, input.selectionEnd]).toEqual([1, 3]);
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
    expect(onInput).not.toHaveBeenCalled();
  });

  test.each([
    ['an input that had no focus', false],
    ['an input that was focused during an earlier send only', true],
  ])('does not focus %s', (_, hadFocusEarlier) => {
    const { input, disable, resume } = render();
    if (hadFocusEarlier) {
      disable();
      resume();
    }
    input.blur();
    disable();
    resume();
    expect(document.activeElement).toBe(document.body);
  });

  test('does not take the focus from an element that the customer has focused since', () => {
    const { disable, resume } = render();
    disable();
    const other = createInput();
    other.focus();
    resume();
    expect(document.activeElement).toBe(other);
  });

  test('appends what was typed while the input was disabled, and puts the caret after it', () => {
    const { input, onInput, disable, resume } = render();
    input.setSelectionRange(0, 3);
    disable();
    expect(press('D', 'ü', ' ', '😀')).toEqual([false, false, false, false]);
    expect(input.value).toBe('salam');
    resume();
    expect(input.value).toBe('salamDü 😀');
    expect([input.selectionStart, input.selectionEnd]).toEqual([10, 10]);
    expect(onInput).toHaveBeenCalledTimes(1);
    disable();
    resume();
    expect(input.value).toBe('salamDü 😀');
  });

  test('removes collected characters with Backspace, and no earlier text', () => {
    const { input, disable, resume } = render();
    disable();
    press('a', '😀', 'Backspace', 'b', 'Backspace', 'Backspace', 'Backspace', 'c');
    resume();
    expect(input.value).toBe('salamc');
  });

  test.each<[string, KeyboardEventInit]>([
    ['Enter', { key: 'Enter' }],
    ['an arrow', { key: 'ArrowLeft' }],
    ['Ctrl+A', { key: 'a', ctrlKey: true }],
    ['Cmd+V', { key: 'v', metaKey: true }],
    ['Alt+D', { key: 'd', altKey: true }],
    ['Ctrl+Backspace', { key: 'Backspace', ctrlKey: true }],
    ['a key of a composition', { key: 's', isComposing: true }],
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari reports IME only by this
    ['a key of a composition in Safari', { key: 's', keyCode: 229 }],
  ])('ignores %s', (_, key) => {
    const { input, onInput, disable, resume } = render();
    disable();
    expect(press(key)).toEqual([true]);
    resume();
    expect(input.value).toBe('salam');
    expect(onInput).not.toHaveBeenCalled();
  });

  test('keeps a character that is typed with AltGr', () => {
    const { input, disable, resume } = render();
    disable();
    press({ key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true });
    resume();
    expect(input.value).toBe('salam@');
  });

  test('ignores keys while another element has the focus', () => {
    const { input, disable, resume } = render();
    disable();
    document.body.appendChild(document.createElement('button')).focus();
    expect(press('a')).toEqual([true]);
    resume();
    expect(input.value).toBe('salam');
  });

  test('ignores keys while the input is enabled, and after it is unmounted', () => {
    const { disable, unmount } = render();
    expect(press('a')).toEqual([true]);
    disable();
    unmount();
    expect(press('a')).toEqual([true]);
  });

  test('keeps the characters until the input is enabled', () => {
    const { input, disable, resume, resumeTooEarly } = render();
    disable();
    press('a');
    resumeTooEarly();
    expect(input.value).toBe('salam');
    resume();
    expect(input.value).toBe('salama');
  });
});
