import { type RefObject, useState } from 'react';
import { chatStrings } from '../../ui/chatStrings';
import { IconButton } from '../../ui/IconButton';
import { ArrowDownIcon } from '../../ui/icons';
import { isNearEnd } from '../../ui/isNearEnd';
import { keepFocus } from '../../ui/keepFocus';
import styles from './NewestButton.module.css';
import { useListScroll } from './useListScroll';

interface Props {
  listRef: RefObject<HTMLElement | null>;
  /** Whether the list scrolls to its end by itself. */
  isFollowingRef: RefObject<boolean>;
  onPress: () => void;
}

/** Distance from the end, in px, beyond which the button appears. In a low list, half of its height. */
const FAR = 320;

/** A button to the newest message. Appears when the newest message is far away. */
export function NewestButton({ listRef, isFollowingRef, onPress }: Props) {
  const [isFar, setIsFar] = useState(false);
  useListScroll(listRef, isFollowingRef, (list) =>
    setIsFar(!isNearEnd(list, Math.min(FAR, list.clientHeight / 2))),
  );
  if (!isFar) return null;
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
