import styles from './Spinner.module.css';

/** A busy indicator for the eye. Screen readers hear of the pending request elsewhere. */
export const Spinner = () => <span className={styles['spinner']} />;
