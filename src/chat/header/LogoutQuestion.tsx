import { useLayoutEffect, useRef } from 'react';
import { chatStrings } from '../../ui/chatStrings';
import styles from './LogoutQuestion.module.css';

interface Props {
  question: string;
  onAnswer: (isConfirmed: boolean) => void;
}

/** Asks before a logout. It is a dialog of the page, because a web view can suppress `confirm()`. */
export function LogoutQuestion({ question, onAnswer }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby="logout-question"
      onClose={({ currentTarget }) => onAnswer(currentTarget.returnValue !== '')}
    >
      <p id="logout-question">{question}</p>
      <div className={styles.answers}>
        <button className={styles.stay} type="button" onClick={() => dialog.current?.close()}>
          {chatStrings.stay}
        </button>
        <button className="primary" type="button" onClick={() => dialog.current?.close('logout')}>
          {chatStrings.confirmLogout}
        </button>
      </div>
    </dialog>
  );
}
