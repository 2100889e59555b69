import { type ChangeEvent, useRef } from 'react';
import { strings } from '../common/strings';
import { useAppDispatch } from '../provider/useAppDispatch';
import styles from './Composer.module.css';
import { ImageIcon } from './icons';
import { sendPictures } from './sendMessage';

/** The attach button with its file dialog (spec 2, 5). */
export function PicturePicker({ isDisabled }: { isDisabled: boolean }) {
  const dispatch = useAppDispatch();
  const picker = useRef<HTMLInputElement>(null);
  const onPick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Emptied, so that the same picture can be picked again.
    target.value = '';
    void dispatch(sendPictures(files));
  };
  return (
    <>
      <input ref={picker} type="file" accept="image/*" multiple hidden onChange={onPick} />
      <button
        className={styles['attach']}
        type="button"
        aria-label={strings.attachImage}
        title={strings.attachImage}
        disabled={isDisabled}
        onClick={() => picker.current?.click()}
      >
        <ImageIcon />
      </button>
    </>
  );
}
