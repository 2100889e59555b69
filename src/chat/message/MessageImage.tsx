import { useContext, useEffect, useRef, useState } from 'react';
import { ImageHost } from '../../ui/ImageHost';
import { chatStrings } from '../../shared/chatStrings';
import { requestImageSlot } from './imageSlots';
import { resolveImageUrl } from './imageUrl';
import styles from './MessageItem.module.css';

/** Maximum time to load a thumbnail, in ms. */
const LOAD_TIMEOUT = 30_000;

/**
 * A thumbnail that opens the full image in a new tab (S2); a text if the image fails to load in
 * time. Few thumbnails load at a time, because images that never load would occupy all HTTP/1.1
 * connections to the host, and no message could be sent.
 */
export function MessageImage({ imageUrl }: { imageUrl: string }) {
  const host = useContext(ImageHost);
  const [isBroken, setIsBroken] = useState(false);
  const url = resolveImageUrl(host, imageUrl);
  const imageRef = useRef<HTMLImageElement>(null);

  useEffect(() => {
    const image = imageRef.current;
    if (!image || url === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const release = requestImageSlot(() => {
      image.src = url;
      timer = setTimeout(() => {
        setIsBroken(true);
      }, LOAD_TIMEOUT);
    });
    const finish = () => {
      clearTimeout(timer);
      release();
    };
    image.addEventListener('load', finish);
    return () => {
      finish();
      image.removeEventListener('load', finish);
      // Ends the request. An unmount alone does not.
      image.removeAttribute('src');
    };
  }, [url, isBroken]);

  if (isBroken || url === undefined)
    return (
      <div className={styles.broken} dir="ltr">
        {chatStrings.brokenImage}
      </div>
    );
  return (
    <a
      className={styles.image}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={chatStrings.openImage}
    >
      <img
        ref={imageRef}
        alt={chatStrings.image}
        width={180}
        height={240}
        decoding="async"
        draggable={false}
        onError={() => {
          setIsBroken(true);
        }}
      />
    </a>
  );
}
