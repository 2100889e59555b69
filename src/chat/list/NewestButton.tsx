import type { RefObject } from 'react';
import { chatStrings } from '../../ui/chatStrings';
import { IconButton } from '../../ui/IconButton';
import { ArrowDownIcon } from '../../ui/icons';
import { keepFocus } from '../../ui/keepFocus';
import styles from './NewestButton.module.css';

interface Props {
  listRef: RefObject<HTMLElement | null>;
  onPress: () => void;
}

/** A button to the newest message. */
export function NewestButton({ listRef, onPress }: Props) {
  return (
    <IconButton
      className={styles.newest}
      label={chatStrings.newestMessage}
      onClick={({ currentTarget }) => {
        // The button unmounts and loses the keyboard's focus.
        if (currentTarget.matches(':focus')) listRef.current?.focus({ preventScroll: true });
        onPress();
      }}
      onPointerDown={keepFocus}
    >
      <ArrowDownIcon />
    </IconButton>
  );
}
