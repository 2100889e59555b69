/**
 * Makes a textarea as high as its text, up to its `max-height`. Does nothing in a browser with
 * `field-sizing`: there the style sheet does it, without a layout for each key press.
 */
export function fitHeight(input: HTMLTextAreaElement): void {
  const { style } = input;
  if (Reflect.has(style, 'fieldSizing')) return;
  style.height = 'auto';
  style.height = `${String(input.scrollHeight)}px`;
}
