import { type RefObject, useLayoutEffect, useRef } from 'react';
import { isCharacter, isComposing, isShortcut } from './keys';

/**
 * Keeps focus, caret and typed characters while a send disables the input (S4). Browsers remove the
 * focus of a disabled element, do not return it, and discard what is typed.
 * @param onInput called after the characters are inserted
 * @returns a function that restores the focus and appends the characters to the text. Call it after
 * a send has ended and its text is cleared.
 */
export function useTypingAhead(
  input: RefObject<HTMLTextAreaElement | null>,
  isDisabled: boolean,
  onInput: () => void,
) {
  const typed = useRef<string[]>([]);
  const selection = useRef<[start: number, end: number]>(null);

  // A layout effect runs before the browser removes the focus, which happens at the next paint.
  useLayoutEffect(() => {
    const element = input.current;
    if (!isDisabled || !element) return undefined;
    const hadFocus = document.activeElement === element;
    selection.current = hadFocus ? [element.selectionStart, element.selectionEnd] : null;
    const onKeyDown = (event: KeyboardEvent) => {
      const { activeElement, body } = document;
      const isElsewhere = activeElement !== body && activeElement !== element;
      if (isElsewhere || isShortcut(event) || isComposing(event)) return;
      if (event.key === 'Backspace') typed.current.pop();
      else if (isCharacter(event)) typed.current.push(event.key);
      else return;
      // By default, Space would scroll the list, and `/` would open the quick find of Firefox.
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input, isDisabled]);

  return () => {
    const element = input.current;
    // The input is disabled during another send, and the end of that send would clear the text.
    if (!element || element.disabled) return;
    if (selection.current && document.activeElement === document.body) {
      element.focus({ preventScroll: true });
      element.setSelectionRange(...selection.current);
    }
    selection.current = null;
    if (typed.current.length === 0) return;
    const { length } = element.value;
    element.setRangeText(typed.current.splice(0).join(''), length, length, 'end');
    onInput();
  };
}
