import { type RefObject, useLayoutEffect } from 'react';

/**
 * Makes a textarea as high as its text, up to its `max-height`, where the browser does not know
 * `field-sizing`. The style sheet does it elsewhere, without a layout for each key.
 */
export function useFitHeight(input: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = input.current;
    if (!element || 'fieldSizing' in element.style) return;
    element.style.height = 'auto';
    element.style.height = `${String(element.scrollHeight)}px`;
  }, [input, text]);
}
