import { strings } from '../ui/strings';
import styles from './BrokenPage.module.css';

/** Replaces a page that cannot be rendered. Reloads without the store, which may be the reason. */
export const BrokenPage = () => (
  <main className={styles.page}>
    <p role="alert">{strings.brokenPage}</p>
    <button className={styles.reload} type="button" onClick={() => location.reload()}>
      {strings.reloadPage}
    </button>
  </main>
);
