import styles from './Spinner.module.css';

/** A busy indicator. With a label it is announced to screen readers. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span
      className={styles['spinner']}
      {...(label !== undefined && { role: 'status', 'aria-label': label })}
    />
  );
}
