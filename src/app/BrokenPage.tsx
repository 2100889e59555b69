import { strings } from '../shared/strings';
import styles from './BrokenPage.module.css';

/** Replaces a page that cannot be rendered, with a button that reloads it. */
export const BrokenPage = () => (
  <main className={styles.page}>
    <p role="alert">{strings.brokenPage}</p>
    <button className={styles.reload} type="button" onClick={() => location.reload()}>
      {strings.reloadPage}
    </button>
  </main>
);
