/** @jest-environment <rootDir>/test/support/screens/browserEnvironment.ts */
import { renderHook } from '@testing-library/react';
import { useRestoreFocus } from '../../../../src/chat/composer/useRestoreFocus';

const createInput = () => document.body.appendChild(document.createElement('textarea'));

/** Renders the hook with an input that contains `salam`. @returns changes the input's state */
function render(input: HTMLTextAreaElement | null = createInput()) {
  if (input) input.value = 'salam';
  const { rerender } = renderHook(
    ({ isDisabled }) => {
      useRestoreFocus({ current: input }, isDisabled);
    },
    { initialProps: { isDisabled: false } },
  );
  return {
    /** Disables the input. Browsers then remove its focus, which jsdom does not. */
    disable: () => {
      rerender({ isDisabled: true });
      if (document.activeElement === input) input?.blur();
    },
    enable: () => {
      rerender({ isDisabled: false });
    },
  };
}

afterEach(() => {
  document.body.replaceChildren();
});

describe('useRestoreFocus', () => {
  test('restores focus and selection, without scrolling, when the input is enabled again', () => {
    const input = createInput();
    const { disable, enable } = render(input);
    const focus = jest.spyOn(input, 'focus');
    input.focus();
    input.setSelectionRange(1, 3);
    disable();
    expect(input).not.toBe(document.activeElement);
    input.setSelectionRange(0, 0);
    enable();
    expect(document.activeElement).toBe(input);
    expect([input.selectionStart, input.selectionEnd]).toEqual([1, 3]);
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  });

  test('does not focus an input that had no focus', () => {
    const input = createInput();
    const { disable, enable } = render(input);
    disable();
    enable();
    expect(document.activeElement).toBe(document.body);
  });

  test('does not take the focus from an element that the customer has focused since', () => {
    const input = createInput();
    const other = createInput();
    const { disable, enable } = render(input);
    input.focus();
    disable();
    other.focus();
    enable();
    expect(document.activeElement).toBe(other);
  });

  test('forgets the focus after it was restored, or was left elsewhere', () => {
    const input = createInput();
    const { disable, enable } = render(input);
    input.focus();
    disable();
    enable();
    input.blur();
    disable();
    enable();
    expect(document.activeElement).toBe(document.body);
  });

  test('does nothing without an input', () => {
    const { disable, enable } = render(null);
    disable();
    enable();
    expect(document.activeElement).toBe(document.body);
  });
});
