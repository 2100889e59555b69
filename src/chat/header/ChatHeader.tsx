import { useRef, useState } from 'react';
import { chatStrings } from '../../ui/chatStrings';
import { strings } from '../../ui/strings';
import { selectConnection } from '../../hub/connectionSlice';
import { useAppDispatch, useAppSelector } from '../../app/hooks';
import { logoutStarted, selectCustomerNumber, selectLogout } from '../../session/sessionSlice';
import styles from './ChatHeader.module.css';
import { ConnectionStrip } from './ConnectionStrip';
import { LogoutQuestion } from './LogoutQuestion';
import { Icon } from '../../ui/Icon';

/** The header (S2). The dot shows the connection state; only the strip announces it. */
export function ChatHeader({ findLogoutQuestion }: { findLogoutQuestion: () => string | null }) {
  const dispatch = useAppDispatch();
  const connection = useAppSelector(selectConnection);
  const isLoggingOut = useAppSelector(selectLogout) !== null;
  const number = useAppSelector(selectCustomerNumber);
  const dialog = useRef<HTMLDialogElement>(null);
  // An open dialog keeps its question, also when the last image has been sent.
  const [question, setQuestion] = useState('');
  const logOut = () => dispatch(logoutStarted('pressed'));
  return (
    <header>
      <div className={styles.header}>
        <div className={styles.avatar}>
          <Icon name="operator" size={44} />
          <span className={styles.dot} data-connection={connection}>
            <span className="visually-hidden">{chatStrings.connection[connection]}</span>
          </span>
        </div>
        <div className={styles.names}>
          <h1 className={styles.title}>{strings.title}</h1>
          <p className={`quiet ${styles.subtitle}`}>{chatStrings.subtitle}</p>
        </div>
        {number && (
          <span className={`username quiet ${styles.number}`} translate="no">
            <span className="visually-hidden">{`${strings.yourPhone} `}</span>
            {number}
          </span>
        )}
        <button
          className={`quiet ${styles.logout}`}
          type="button"
          title={number ? `${strings.yourPhone} ${number}` : undefined}
          disabled={isLoggingOut}
          onClick={({ currentTarget }) => {
            // The dialog returns the focus to this button, but Safari does not focus a pressed button.
            currentTarget.focus();
            const found = findLogoutQuestion();
            setQuestion(found ?? '');
            if (found) dialog.current?.showModal();
            else logOut();
          }}
        >
          <Icon name="logout" />
          <span>{chatStrings.logout}</span>
        </button>
      </div>
      <ConnectionStrip />
      <LogoutQuestion dialog={dialog} question={question} onConfirm={logOut} />
    </header>
  );
}
