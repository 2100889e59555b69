import { type RefObject, useSyncExternalStore } from 'react';
import { isBlankText } from '../../contract/messageText';
import { chatStrings } from '../../ui/chatStrings';
import { IconButton } from '../../ui/IconButton';
import { Icon } from '../../ui/Icon';
import { keepFocus } from '../../ui/keepFocus';
import { Spinner } from '../../ui/Spinner';
import styles from './Composer.module.css';

/** Events after which the text is read. A script can write the text without an `input` event. */
const TEXT_EVENTS = ['input', 'focusin', 'pointerdown'] as const;

function subscribeToText(onEvent: () => void) {
  for (const type of TEXT_EVENTS) window.addEventListener(type, onEvent);
  return () => {
    for (const type of TEXT_EVENTS) window.removeEventListener(type, onEvent);
  };
}

interface Props {
  input: RefObject<HTMLTextAreaElement | null>;
  hasImages: boolean;
  isSending: boolean;
}

/** The send button. It reads the text itself, so that a key press renders nothing else. */
export function SendButton({ input, hasImages, isSending }: Props) {
  const isBlank = useSyncExternalStore(
    subscribeToText,
    () => isBlankText(input.current?.value ?? ''),
    () => true,
  );
  return (
    <IconButton
      className={styles.send}
      type="submit"
      label={chatStrings.send}
      aria-busy={isSending}
      disabled={isSending || (isBlank && !hasImages)}
      onPointerDown={keepFocus}
    >
      <Icon name="send" />
      {isSending && <Spinner />}
    </IconButton>
  );
}
