import { useEffect, useRef, useState } from 'react';
import { chatStrings } from '../../ui/chatStrings';
import { Icon } from '../../ui/Icon';
import { keepFocus } from '../../ui/keepFocus';
import type { WaitingImage } from '../../messages/sending';
import { Thumbnail } from './Thumbnail';
import styles from './WaitingImages.module.css';

/** A preview of a file. Scrolls into view. */
function FileThumbnail({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (image.current) image.current.src = url;
    image.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // An object URL keeps its file in memory for as long as the page lives.
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return <Thumbnail ref={image} alt={file.name} />;
}

interface Props {
  images: WaitingImage[];
  hasRefusedFile: boolean;
  isDisabled: boolean;
  onRemove: (image: WaitingImage) => void;
}

/** The images that wait to be sent, each with a button that removes it, below a refusal. */
export function WaitingImages({ images, hasRefusedFile, isDisabled, onRemove }: Props) {
  const count = images.length;
  /** Whether the row's last images were sent, not removed. */
  const [isSent, setIsSent] = useState(isDisabled);
  if (count > 0 && isSent !== isDisabled) setIsSent(isDisabled);
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {count > 0 && `${chatStrings.waitingImages}: ${count}`}
      </p>
      <p className={hasRefusedFile ? styles.refusal : 'visually-hidden'} role="status">
        {hasRefusedFile && chatStrings.onlyImages}
      </p>
      <ul className={styles.row} data-sent={isSent} aria-label={chatStrings.waitingImages}>
        {images.map((image) => (
          <li key={image.key} className={styles.item}>
            <FileThumbnail file={image.file} />
            <button
              className={styles.remove}
              type="button"
              aria-label={`${chatStrings.removeImage}: ${image.file.name}`}
              title={chatStrings.removeImage}
              disabled={isDisabled}
              onPointerDown={keepFocus}
              onClick={() => onRemove(image)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
