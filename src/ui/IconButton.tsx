import type { ComponentProps } from 'react';
import styles from './IconButton.module.css';

interface Props extends ComponentProps<'button'> {
  /** The name for screen readers and the tooltip. */
  label: string;
}

/** A round button that shows an icon. */
export const IconButton = ({ label, className = '', type = 'button', ...props }: Props) => (
  <button
    className={`${styles.button} ${className}`}
    type={type}
    aria-label={label}
    title={label}
    {...props}
  />
);
