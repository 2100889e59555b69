import { useContext, useState } from 'react';
import { ImageHost } from '../common/ImageHost';
import { strings } from '../common/strings';
import { imageAddress } from './imageAddress';
import styles from './MessageItem.module.css';

/**
 * A thumbnail that opens the full picture in a new tab (spec 2). The relative path of the server
 * can never lead away from the host; where it cannot be shown, a quiet box stands in its place.
 */
export function MessageImage({ imageUrl }: { imageUrl: string }) {
  const host = useContext(ImageHost);
  const [isBroken, setIsBroken] = useState(false);
  const url = imageAddress(host, imageUrl);
  if (isBroken || url === undefined)
    return <div className={styles['broken']}>{strings.brokenImage}</div>;
  return (
    <a
      className={styles['image']}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={strings.openImage}
    >
      <img
        src={url}
        alt={strings.image}
        width={180}
        height={180}
        decoding="async"
        draggable={false}
        onError={() => {
          setIsBroken(true);
        }}
      />
    </a>
  );
}
