import { useEffect, useRef, useState } from 'react';
import { useServices } from '../../app/hooks';
import { chatStrings } from '../../ui/chatStrings';
import { resolveImageUrl } from './imageUrl';
import styles from './MessageItem.module.css';
import { BROKEN, thumbnailOf, whenNoLayoutShift, type ImageSize } from './thumbnail';

/** A thumbnail that opens the image in a new tab (S2). If the image is broken, a text. */
export function MessageImage({ imageUrl }: { imageUrl: string }) {
  const url = resolveImageUrl(useServices().host, imageUrl);
  const frameRef = useRef<HTMLAnchorElement>(null);
  const [isBroken, setIsBroken] = useState(url === undefined);
  /** In px; undefined until the image is loaded, and then until no visible row moves. */
  const [size, setSize] = useState(url === undefined ? BROKEN : undefined);
  const cancelResize = useRef<() => void>(undefined);
  useEffect(() => () => cancelResize.current?.(), []);
  const resize = (loaded: ImageSize) => {
    // An SVG without a size keeps the frame.
    if (frameRef.current && loaded.width * loaded.height > 0)
      cancelResize.current = whenNoLayoutShift(frameRef.current, () => setSize(loaded));
  };
  const thumbnail = size && thumbnailOf(size);
  return (
    <a
      ref={frameRef}
      className={styles.image}
      data-broken={isBroken}
      style={thumbnail && { ...thumbnail.frame, aspectRatio: 'auto' }}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={isBroken ? undefined : chatStrings.openImage}
      title={url && isBroken ? chatStrings.openImage : undefined}
      dir="ltr"
    >
      {isBroken ? (
        chatStrings.brokenImage
      ) : (
        <img
          src={url}
          alt={chatStrings.image}
          width={180}
          height={240}
          style={thumbnail?.image}
          loading="lazy"
          decoding="async"
          // A message needs one of six HTTP/1.1 connections.
          fetchPriority="low"
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            resize({ width, height })
          }
          onError={() => {
            setIsBroken(true);
            resize(BROKEN);
          }}
        />
      )}
    </a>
  );
}
