import styles from './Spinner.module.css';

/** Says that something is under way; to screen readers too where it has a label. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span
      className={styles['spinner']}
      {...(label !== undefined && { role: 'status', 'aria-label': label })}
    />
  );
}
