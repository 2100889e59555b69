import type { KeyboardEvent } from 'react';
import { chatStrings } from '../../ui/chatStrings';
import { keepFocus } from '../../ui/keepFocus';
import styles from './Composer.module.css';
import type { InputDuringSendOptions, useInputDuringSend } from './useInputDuringSend';

/** Returns whether an input method (IME) is composing text. */
const isComposing = (event: globalThis.KeyboardEvent) =>
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari reports IME by key code
  event.isComposing || event.keyCode === 229;

/** The text input (S2), and a hidden one for what is typed during a send. Enter sends (S5). */
export function TextInput(props: InputDuringSendOptions & ReturnType<typeof useInputDuringSend>) {
  const { input, images, isDisabled, onChange, onSend, hidden, onEnter } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    if (!isDisabled) onSend(images);
    // The key of the running send may still be held down.
    else if (!event.repeat) onEnter();
  };
  return (
    <div
      className={styles.field}
      data-disabled={isDisabled}
      onKeyDown={onKeyDown}
      // A press on the disabled input would take the focus from the hidden one.
      onPointerDown={isDisabled ? keepFocus : undefined}
    >
      <textarea
        ref={input}
        id="message-input"
        className={styles.text}
        rows={1}
        placeholder={chatStrings.messagePlaceholder}
        aria-label={chatStrings.messageLabel}
        // The bubble of the text has the same direction.
        dir="auto"
        enterKeyHint="send"
        // With `on`, the browser could restore the text of a message that was sent.
        autoComplete="off"
        disabled={isDisabled}
        // `onChange` misses an event after a script has written the value.
        onInput={onChange}
      />
      <textarea
        ref={hidden}
        className={styles.ahead}
        hidden
        aria-label={chatStrings.messageLabel}
        // So a screen reader has nothing to say about the focus.
        aria-activedescendant="message-input"
        enterKeyHint="send"
        tabIndex={-1}
      />
    </div>
  );
}
