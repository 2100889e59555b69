import { type ChangeEvent, useRef } from 'react';
import { chatStrings } from '../../ui/chatStrings';
import { IconButton } from '../../ui/IconButton';
import { Icon } from '../../ui/Icon';

interface Props {
  isDisabled: boolean;
  /** @param isByKey whether a key has opened the dialog */
  onFiles: (files: File[], isByKey: boolean) => void;
}

/** The attach button with its file dialog (S2, S5). */
export function ImagePicker({ isDisabled, onFiles }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const isByKey = useRef(false);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Cleared, because picking the same image again would fire no `change` event.
    target.value = '';
    onFiles(files, isByKey.current);
  };
  return (
    <>
      <input ref={picker} type="file" accept="image/*" multiple hidden onChange={onChange} />
      <IconButton
        label={chatStrings.attachImage}
        disabled={isDisabled}
        onClick={({ currentTarget }) => {
          isByKey.current = currentTarget.matches(':focus-visible');
          picker.current?.click();
        }}
      >
        <Icon name="image" />
      </IconButton>
    </>
  );
}
