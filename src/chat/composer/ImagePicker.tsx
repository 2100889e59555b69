import { type ChangeEvent, useRef } from 'react';
import { chatStrings } from '../../shared/chatStrings';
import { useAppDispatch } from '../../services/redux';
import styles from './Composer.module.css';
import { ImageIcon } from '../../ui/icons';
import { sendImages } from '../sendImages';

/** The attach button with its file dialog (S2, S5). */
export function ImagePicker({ isDisabled }: { isDisabled: boolean }) {
  const dispatch = useAppDispatch();
  const picker = useRef<HTMLInputElement>(null);
  const onPick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Cleared, because picking the same image again would fire no `change` event.
    target.value = '';
    void dispatch(sendImages(files));
  };
  return (
    <>
      <input ref={picker} type="file" accept="image/*" multiple hidden onChange={onPick} />
      <button
        className={styles['attach']}
        type="button"
        aria-label={chatStrings.attachImage}
        title={chatStrings.attachImage}
        disabled={isDisabled}
        onClick={() => picker.current?.click()}
      >
        <ImageIcon />
      </button>
    </>
  );
}
