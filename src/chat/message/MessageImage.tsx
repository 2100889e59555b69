import { useContext, useEffect, useRef, useState } from 'react';
import { ImageHost } from '../../ui/ImageHost';
import { chatStrings } from '../../shared/chatStrings';
import { imageSizes } from '../state/imageSizes';
import { requestImageSlot } from './imageSlots';
import { resolveImageUrl } from './imageUrl';
import styles from './MessageItem.module.css';
import { BROKEN_FRAME, thumbnailOf, whenOutOfSight } from './thumbnail';

/** Maximum time to load a thumbnail, in ms. */
const LOAD_TIMEOUT = 30_000;

/**
 * A thumbnail that opens the full image in a new tab (S2); a text if the image fails to load in
 * time. Until the size is known, the frame has the highest proportions. Few thumbnails load at a
 * time, because images that never load would occupy all HTTP/1.1 connections to the host, and no
 * message could be sent.
 */
export function MessageImage({ imageUrl }: { imageUrl: string }) {
  const host = useContext(ImageHost);
  const url = resolveImageUrl(host, imageUrl);
  const [isBroken, setIsBroken] = useState(url === undefined);
  const [thumbnail, setThumbnail] = useState(() => {
    const size = imageSizes.get(imageUrl);
    return size && thumbnailOf(size);
  });
  const imageRef = useRef<HTMLImageElement>(null);

  useEffect(() => {
    const image = imageRef.current;
    const frame = image?.parentElement;
    if (!image || !frame || url === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let cancelResize: (() => void) | undefined;
    const fail = () => {
      setIsBroken(true);
      finish();
      cancelResize = whenOutOfSight(frame, () => {
        setThumbnail({ image: BROKEN_FRAME, frame: BROKEN_FRAME });
      });
    };
    const release = requestImageSlot(() => {
      image.src = url;
      timer = setTimeout(fail, LOAD_TIMEOUT);
    });
    const finish = () => {
      clearTimeout(timer);
      release();
    };
    const load = () => {
      finish();
      const size = { width: image.naturalWidth, height: image.naturalHeight };
      // An SVG can have no size.
      if (size.width === 0 || size.height === 0) return;
      imageSizes.set(imageUrl, size);
      cancelResize = whenOutOfSight(frame, () => {
        setThumbnail(thumbnailOf(size));
      });
    };
    image.addEventListener('load', load);
    image.addEventListener('error', fail);
    return () => {
      finish();
      cancelResize?.();
      image.removeEventListener('load', load);
      image.removeEventListener('error', fail);
      // Ends the request. An unmount alone does not.
      image.removeAttribute('src');
    };
  }, [url, imageUrl]);

  const frame = thumbnail && { ...thumbnail.frame, aspectRatio: 'auto' };
  if (url === undefined)
    return (
      <div className={styles.image} data-broken style={BROKEN_FRAME} dir="ltr">
        {chatStrings.brokenImage}
      </div>
    );
  return (
    <a
      className={styles.image}
      data-broken={isBroken}
      style={frame}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={isBroken ? undefined : chatStrings.openImage}
      title={isBroken ? chatStrings.openImage : undefined}
      dir="ltr"
    >
      {isBroken ? (
        chatStrings.brokenImage
      ) : (
        <img
          ref={imageRef}
          alt={chatStrings.image}
          width={180}
          height={240}
          style={thumbnail?.image}
          decoding="async"
          draggable={false}
        />
      )}
    </a>
  );
}
