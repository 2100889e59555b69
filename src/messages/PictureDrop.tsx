import { useEffect, useEffectEvent, useState } from 'react';
import { useSelector } from 'react-redux';
import { strings } from '../common/strings';
import { useAppDispatch } from '../provider/useAppDispatch';
import { ImageIcon } from './icons';
import { selectIsSending } from './messagesSlice';
import styles from './PictureDrop.module.css';
import { sendPictures } from './sendMessage';

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Sends pictures that are dropped or pasted anywhere in the chat. The overlay covers the page, so
 * that leaving it is leaving the page; a pointer that moves on it or a key says that nothing is dragged
 * any more, whatever events the browser has left out.
 */
export function PictureDrop() {
  const dispatch = useAppDispatch();
  const isSending = useSelector(selectIsSending);
  const [isDragging, setIsDragging] = useState(false);

  const end = () => {
    setIsDragging(false);
  };
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!holdsFiles(event)) return;
    // Without this the browser would leave the chat to show the file.
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = isSending ? 'none' : 'copy';
    setIsDragging(!isSending);
  });
  const onDrop = useEffectEvent((event: DragEvent) => {
    setIsDragging(false);
    if (!holdsFiles(event)) return;
    event.preventDefault();
    if (!isSending) void dispatch(sendPictures([...(event.dataTransfer?.files ?? [])]));
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    // Where there is text it is what was meant: office programs add a picture of it.
    const hasText = Boolean(event.clipboardData?.getData('text/plain'));
    if (hasText || files.length === 0 || isSending) return;
    event.preventDefault();
    void dispatch(sendPictures(files));
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
        {strings.dropImages}
      </p>
    </div>
  );
}
