import { useSelector } from 'react-redux';
import { strings } from '../common/strings';
import { selectConnection } from '../provider/hub';
import { useAppDispatch } from '../provider/useAppDispatch';
import { logOut } from '../session/session';
import { selectIsLeaving } from '../session/sessionSlice';
import styles from './ChatHeader.module.css';
import { LogoutIcon, OperatorPortrait } from './icons';

/** Avatar, title, subtitle and logout (spec 2). The dot on the avatar is the state of the channel. */
export function ChatHeader() {
  const dispatch = useAppDispatch();
  const connection = useSelector(selectConnection);
  const isLeaving = useSelector(selectIsLeaving);
  return (
    <header className={styles['header']}>
      <div className={styles['avatar']}>
        <OperatorPortrait />
        <span className={styles['dot']} data-connection={connection} role="status">
          <span className="visually-hidden">{strings.connection[connection]}</span>
        </span>
      </div>
      <div className={styles['names']}>
        <h1 className={styles['title']}>{strings.title}</h1>
        <p className={styles['subtitle']}>{strings.operatorStatus}</p>
      </div>
      <button
        className={styles['logout']}
        type="button"
        disabled={isLeaving}
        onClick={() => void dispatch(logOut())}
      >
        <LogoutIcon />
        <span>{strings.logout}</span>
      </button>
    </header>
  );
}
