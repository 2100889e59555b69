/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { fireEvent, renderHook } from '@testing-library/react';
import { useTypedMeanwhile } from '../../../../src/chat/composer/useTypedMeanwhile';

/** Renders the hook with a focused input that contains `salam`. */
function render() {
  const input = document.body.appendChild(document.createElement('textarea'));
  input.value = 'salam';
  input.focus();
  const onInput = jest.fn();
  const { rerender, result, unmount } = renderHook(
    ({ isDisabled }) => useTypedMeanwhile({ current: input }, isDisabled, onInput),
    { initialProps: { isDisabled: false } },
  );
  const setDisabled = (isDisabled: boolean) => {
    input.disabled = isDisabled;
    rerender({ isDisabled });
  };
  return {
    input,
    onInput,
    unmount,
    disable: () => {
      setDisabled(true);
      // Browsers remove the focus of a disabled element, jsdom does not.
      input.blur();
    },
    enable: () => {
      setDisabled(false);
    },
    insert: () => {
      result.current();
    },
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

afterEach(() => {
  document.body.replaceChildren();
});

describe('useTypedMeanwhile', () => {
  test('appends what was typed while the input was disabled, with the caret behind it', () => {
    const { input, onInput, disable, enable, insert } = render();
    input.setSelectionRange(0, 3);
    disable();
    expect(press('D', 'ü', ' ', '😀')).toEqual([false, false, false, false]);
    expect(input.value).toBe('salam');
    enable();
    insert();
    expect(input.value).toBe('salamDü 😀');
    expect([input.selectionStart, input.selectionEnd]).toEqual([10, 10]);
    expect(onInput).toHaveBeenCalledTimes(1);
  });

  test('removes collected characters with Backspace, and no earlier text', () => {
    const { input, disable, enable, insert } = render();
    disable();
    press('a', '😀', 'Backspace', 'b', 'Backspace', 'Backspace', 'Backspace', 'c');
    enable();
    insert();
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
    const { input, onInput, disable, enable, insert } = render();
    disable();
    expect(press(key)).toEqual([true]);
    enable();
    insert();
    expect(input.value).toBe('salam');
    expect(onInput).not.toHaveBeenCalled();
  });

  test('keeps a character that is typed with AltGr', () => {
    const { input, disable, enable, insert } = render();
    disable();
    press({ key: '@', ctrlKey: true, altKey: true, modifierAltGraph: true });
    enable();
    insert();
    expect(input.value).toBe('salam@');
  });

  test('ignores keys while another element has the focus', () => {
    const { input, disable, enable, insert } = render();
    disable();
    document.body.appendChild(document.createElement('button')).focus();
    expect(press('a')).toEqual([true]);
    enable();
    insert();
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
    const { input, disable, enable, insert } = render();
    disable();
    press('a');
    insert();
    expect(input.value).toBe('salam');
    enable();
    insert();
    expect(input.value).toBe('salama');
  });
});
