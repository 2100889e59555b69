import { useState } from 'react';
import { chatStrings } from '../../ui/chatStrings';
import { useAppSelector } from '../../app/hooks';
import { Icon } from '../../ui/Icon';
import { useWindowEvents } from '../../ui/useWindowEvents';
import { isBlankText } from '../../contract/messageText';
import { selectIsSending } from '../../messages/sendingSlice';
import styles from './ImageDrop.module.css';

/** Returns the items of files and folders; none in Safari before the drop. */
const fileItems = (data: DataTransfer | null) =>
  [...(data?.items ?? [])].filter(({ kind }) => kind === 'file');

/** Returns the files. A folder `a.png` has an image's type, so an empty file replaces each folder. */
const filesOf = (data: DataTransfer | null) =>
  fileItems(data).flatMap((item) =>
    item.webkitGetAsEntry()?.isDirectory ? new File([], '') : (item.getAsFile() ?? []),
  );

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

const IMAGE_NAME = /\.(?:avif|bmp|gif|hei[cf]|jfif|jpe?g|png|svg|tiff?|webp)$/i;

/** Returns whether each line is blank or names an image: Finder and image viewers add such a text. */
const hasOnlyImageNames = (text: string, files: File[]) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .every(
      (line) =>
        isBlankText(line) || IMAGE_NAME.test(line) || files.some(({ name }) => line.endsWith(name)),
    );

/** Types that no image has. The first bytes decide, but a page can read them only after the drop. */
const NO_IMAGE = /^(?:text|audio|video|application\/(?!octet-stream))/;

function overlayText(event: DragEvent): string {
  const files = fileItems(event.dataTransfer);
  const images = files.filter(({ type }) => !NO_IMAGE.test(type));
  if (files.length > 0 && images.length === 0) return chatStrings.onlyImages;
  return images.length > 1 ? chatStrings.dropImages : chatStrings.dropImage;
}

/**
 * Passes dropped and pasted files to `onFiles`. The overlay covers the page, so its `dragleave`
 * ends the drag. Pointer moves and key presses end it too, because browsers may skip `dragleave`.
 */
export function ImageDrop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const isSending = useAppSelector(selectIsSending);
  /** The overlay's text; null while no files are dragged. */
  const [label, setLabel] = useState<string | null>(null);
  const end = () => setLabel(null);
  const onDrag = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    // By default the browser would navigate to the file.
    event.preventDefault();
    const text = overlayText(event);
    const isRefused = isSending || text === chatStrings.onlyImages;
    if (event.dataTransfer) event.dataTransfer.dropEffect = isRefused ? 'none' : 'copy';
    setLabel(isSending ? null : text);
  };
  const drop = (event: DragEvent) => {
    end();
    if (!holdsFiles(event)) return;
    event.preventDefault();
    if (!isSending) onFiles(filesOf(event.dataTransfer));
  };
  const paste = (event: ClipboardEvent) => {
    const files = filesOf(event.clipboardData);
    // Office programs add an image of the copied text; the browser pastes the text.
    const hasText = !hasOnlyImageNames(event.clipboardData?.getData('text/plain') ?? '', files);
    if (hasText || files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  useWindowEvents({ dragenter: onDrag, dragover: onDrag, drop, paste, keydown: end });

  if (label === null) return null;
  return (
    <div className={styles.overlay} role="status" onDragLeave={end} onPointerMove={end}>
      <p className={styles.label} data-refused={label === chatStrings.onlyImages}>
        <Icon name="image" />
        {label}
      </p>
    </div>
  );
}
