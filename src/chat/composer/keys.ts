/** Returns whether an input method (IME) is composing text. */
export const isComposing = (event: KeyboardEvent) =>
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari reports IME by key code
  event.isComposing || event.keyCode === 229;
