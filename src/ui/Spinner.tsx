import styles from './Spinner.module.css';

/** A visual busy indicator. Other elements announce the pending request to screen readers. */
export const Spinner = () => <span className={styles.spinner} />;
