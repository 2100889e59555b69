import { type ChangeEvent, useRef } from 'react';
import { chatStrings } from '../../ui/chatStrings';
import { IconButton } from '../../ui/IconButton';
import { ImageIcon } from '../../ui/icons';

interface Props {
  isDisabled: boolean;
  onFiles: (files: File[]) => void;
}

/** The attach button with its file dialog (S2, S5). */
export function ImagePicker({ isDisabled, onFiles }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Cleared, because picking the same image again would fire no `change` event.
    target.value = '';
    onFiles(files);
  };
  return (
    <>
      <input ref={picker} type="file" accept="image/*" multiple hidden onChange={onChange} />
      <IconButton
        label={chatStrings.attachImage}
        disabled={isDisabled}
        onClick={() => picker.current?.click()}
      >
        <ImageIcon />
      </IconButton>
    </>
  );
}
