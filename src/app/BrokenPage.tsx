import { useAppDispatch, type AppThunk } from '../services/redux';
import { strings } from '../shared/strings';
import styles from './BrokenPage.module.css';

const reload =
  (): AppThunk =>
  (_dispatch, _getState, { navigation }) =>
    navigation.reload();

/** Replaces a page that cannot be rendered, with a button that reloads it. */
export function BrokenPage() {
  const dispatch = useAppDispatch();
  return (
    <main className={styles.page}>
      <p role="alert">{strings.brokenPage}</p>
      <button className={styles.reload} type="button" onClick={() => dispatch(reload())}>
        {strings.reloadPage}
      </button>
    </main>
  );
}
