import type { RefObject } from 'react';
import { chatStrings } from '../../ui/chatStrings';
import { keepFocus } from '../../ui/keepFocus';
import styles from './TextInput.module.css';

interface Props {
  input: RefObject<HTMLTextAreaElement | null>;
  hidden: RefObject<HTMLTextAreaElement | null>;
  isDisabled: boolean;
  onChange: () => void;
}

/** The text input (S2), and a hidden one for what is typed during a send. Enter sends (S5). */
export function TextInput({ input, hidden, isDisabled, onChange }: Props) {
  return (
    <div
      className={styles.field}
      data-disabled={isDisabled}
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
