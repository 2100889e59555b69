import { type RefObject, useLayoutEffect } from 'react';

function fitHeight(input: HTMLTextAreaElement) {
  input.style.height = 'auto';
  input.style.height = `${String(input.scrollHeight)}px`;
}

/**
 * Makes a textarea as high as its text, up to its `max-height`, in browsers without `field-sizing`.
 * In other browsers the style sheet does this, without a layout for each key press.
 */
export function useFitHeight(input: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = input.current;
    if (element && !Reflect.has(element.style, 'fieldSizing')) fitHeight(element);
  }, [input, text]);
}
