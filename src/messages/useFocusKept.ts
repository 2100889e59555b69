import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Gives an input its focus and caret back after it was disabled: browsers drop the focus of a
 * disabled element and do not return it. Who has moved on meanwhile is left where he is.
 */
export function useFocusKept(input: RefObject<HTMLTextAreaElement | null>, isDisabled: boolean) {
  const kept = useRef<{ start: number; end: number } | null>(null);

  // Before paint is before the browser takes the focus from a disabled element.
  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    if (isDisabled) {
      const hadFocus = document.activeElement === element;
      kept.current = hadFocus ? { start: element.selectionStart, end: element.selectionEnd } : null;
      return;
    }
    if (kept.current && document.activeElement === document.body) {
      element.focus({ preventScroll: true });
      element.setSelectionRange(kept.current.start, kept.current.end);
    }
    kept.current = null;
  }, [input, isDisabled]);
}
