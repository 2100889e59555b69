import { useEffect, useEffectEvent, useState } from 'react';
import { strings } from '../../shared/strings';
import { useAppSelector } from '../../services/redux';
import { ImageIcon } from '../../ui/icons';
import { selectIsSending } from '../messagesSlice';
import styles from './ImageDrop.module.css';

/** Returns the number of dragged files; 0 in browsers that do not tell it before the drop. */
const countFiles = (event: DragEvent) =>
  [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file').length;

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes files that are dropped or pasted anywhere in the chat. The overlay covers the page, so its
 * `dragleave` means that the pointer has left the page. Pointer moves and key presses also end the
 * drag, because browsers may skip `dragleave`.
 */
export function ImageDrop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const isSending = useAppSelector(selectIsSending);
  const [isDragging, setIsDragging] = useState(false);
  const [count, setCount] = useState(0);

  const end = () => {
    setIsDragging(false);
  };
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!holdsFiles(event)) return;
    // By default the browser would navigate to the file.
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = isSending ? 'none' : 'copy';
    setIsDragging(!isSending);
    setCount(countFiles(event));
  });
  const onDrop = useEffectEvent((event: DragEvent) => {
    setIsDragging(false);
    if (!holdsFiles(event)) return;
    event.preventDefault();
    if (!isSending) onFiles([...(event.dataTransfer?.files ?? [])]);
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    // Office programs add an image of the copied text; the browser pastes the text.
    const hasText = Boolean(event.clipboardData?.getData('text/plain'));
    if (hasText || files.length === 0 || isSending) return;
    event.preventDefault();
    onFiles(files);
  });

  useEffect(() => {
    const listeners = {
      dragenter: onDrag,
      dragover: onDrag,
      drop: onDrop,
      paste: onPaste,
      keydown: end,
    };
    const entries = Object.entries(listeners) as [string, EventListener][];
    entries.forEach(([type, listener]) => {
      document.addEventListener(type, listener);
    });
    return () => {
      entries.forEach(([type, listener]) => {
        document.removeEventListener(type, listener);
      });
    };
  }, []);

  if (!isDragging) return null;
  return (
    <div className={styles['overlay']} onDragLeave={end} onPointerMove={end}>
      <p className={styles['label']}>
        <ImageIcon />
        {count > 1 ? strings.dropImages : strings.dropImage}
      </p>
    </div>
  );
}
