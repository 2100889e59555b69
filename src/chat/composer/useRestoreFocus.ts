import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Restores focus and caret when an input is enabled again: browsers remove the focus of a disabled
 * element and do not return it. Does nothing if the user has focused something else.
 */
export function useRestoreFocus(input: RefObject<HTMLTextAreaElement | null>, isDisabled: boolean) {
  const selection = useRef<{ start: number; end: number } | null>(null);

  // A layout effect runs before the browser removes the focus, which happens at the next paint.
  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    if (isDisabled) {
      const hadFocus = document.activeElement === element;
      selection.current = hadFocus
        ? { start: element.selectionStart, end: element.selectionEnd }
        : null;
      return;
    }
    if (selection.current && document.activeElement === document.body) {
      element.focus({ preventScroll: true });
      element.setSelectionRange(selection.current.start, selection.current.end);
    }
    selection.current = null;
  }, [input, isDisabled]);
}
