import type { ComponentProps } from 'react';
import { Icon } from '../../ui/Icon';
import styles from './Thumbnail.module.css';

/** A preview of an image. Shows an icon if the browser cannot decode the image. */
export function Thumbnail(image: ComponentProps<'img'>) {
  return (
    <div className={styles.thumbnail}>
      <Icon name="image" />
      <img
        {...image}
        decoding="async"
        draggable={false}
        onError={({ currentTarget }) => {
          currentTarget.hidden = true;
        }}
      />
    </div>
  );
}
