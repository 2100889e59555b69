/** Returns whether an input method (IME) is composing text. */
export const isComposing = (event: KeyboardEvent) =>
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari reports IME by key code
  event.isComposing || event.keyCode === 229;

/** Returns whether a key press sends (S5). Enter with Shift makes a new line. */
export const isSendKey = (event: KeyboardEvent) =>
  event.key === 'Enter' && !event.shiftKey && !isComposing(event);

/** AltGr types characters. On Windows, it sets `ctrlKey` and `altKey` too. */
export const isShortcut = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');

/** Returns whether a key types a character. Other keys have names, such as `Enter`. */
export const isCharacter = ({ key }: KeyboardEvent) => /^.$/su.test(key);
