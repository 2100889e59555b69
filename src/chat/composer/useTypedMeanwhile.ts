import { type RefObject, useLayoutEffect, useRef } from 'react';
import { isCharacter, isComposing, isShortcut } from './keys';

/**
 * Collects the characters that the customer types while a send disables the input, because browsers
 * discard them. Backspace removes the last of these characters. Ignores all other keys, such as
 * Enter, and all keys while another element has the focus.
 * @param onInput called after the characters are inserted
 * @returns a function that appends the characters to the text. Call it after a send has ended, and
 *   after its text is cleared.
 */
export function useTypedMeanwhile(
  input: RefObject<HTMLTextAreaElement | null>,
  isDisabled: boolean,
  onInput: () => void,
) {
  const typed = useRef<string[]>([]);

  useLayoutEffect(() => {
    if (!isDisabled) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const { activeElement, body } = document;
      const isElsewhere = activeElement !== body && activeElement !== input.current;
      if (isElsewhere || isShortcut(event) || isComposing(event)) return;
      if (event.key === 'Backspace') typed.current.pop();
      else if (isCharacter(event)) typed.current.push(event.key);
      else return;
      // By default, Space would scroll the list, and `/` would open the quick find of Firefox.
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [input, isDisabled]);

  return () => {
    const element = input.current;
    // The input is disabled during another send, and the end of that send would clear the text.
    if (!element || element.disabled || typed.current.length === 0) return;
    const { length } = element.value;
    element.setRangeText(typed.current.splice(0).join(''), length, length, 'end');
    onInput();
  };
}
