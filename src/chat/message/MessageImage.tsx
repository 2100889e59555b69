import { useContext, useEffect, useRef, useState } from 'react';
import { ImageHost } from '../../ui/ImageHost';
import { chatStrings } from '../../ui/chatStrings';
import { imageSizes } from '../../messages/imageSizes';
import { resolveImageUrl } from './imageUrl';
import { loadImage } from './loadImage';
import styles from './MessageItem.module.css';
import { BROKEN, thumbnailOf, whenNoLayoutShift } from './thumbnail';

/** `url` is undefined if the image is not displayed, `thumbnail` until its size is known. */
function useThumbnail(imageUrl: string, url: string | undefined) {
  const imageRef = useRef<HTMLImageElement>(null);
  const [isBroken, setIsBroken] = useState(url === undefined);
  const [size, setSize] = useState(() => (url === undefined ? BROKEN : imageSizes.get(imageUrl)));

  useEffect(() => {
    const image = imageRef.current;
    const frame = image?.parentElement;
    if (!image || !frame || url === undefined) return undefined;
    let cancelResize: (() => void) | undefined;
    const cancelLoad = loadImage(image, url, (loaded) => {
      // An SVG without a size keeps the frame.
      if (loaded && loaded.width * loaded.height === 0) return;
      if (loaded) imageSizes.set(imageUrl, loaded);
      else setIsBroken(true);
      cancelResize = whenNoLayoutShift(frame, () => setSize(loaded ?? BROKEN));
    });
    return () => {
      cancelLoad();
      cancelResize?.();
    };
  }, [url, imageUrl]);

  return { imageRef, isBroken, thumbnail: size && thumbnailOf(size) };
}

/** A thumbnail that opens the image in a new tab (S2). If the image is broken, a text. */
export function MessageImage({ imageUrl }: { imageUrl: string }) {
  const url = resolveImageUrl(useContext(ImageHost), imageUrl);
  const { imageRef, isBroken, thumbnail } = useThumbnail(imageUrl, url);
  return (
    <a
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
