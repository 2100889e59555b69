import type { RefObject } from 'react';
import { chatStrings } from '../../ui/chatStrings';
import { strings } from '../../ui/strings';
import styles from './LogoutQuestion.module.css';

interface Props {
  /** `showModal` of the dialog asks the question. */
  dialog: RefObject<HTMLDialogElement | null>;
  question: string;
  /** The customer's number; shown where the header has no space for it. */
  number: string;
  onConfirm: () => void;
}

/** Asks before a logout. It is a dialog of the page, because a web view can suppress `confirm()`. */
export function LogoutQuestion({ dialog, question, number, onConfirm }: Props) {
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby="logout-question"
      onClose={({ currentTarget }) => {
        if (currentTarget.returnValue !== '') onConfirm();
      }}
    >
      <p id="logout-question">{question}</p>
      {question && number && (
        <p className={`quiet ${styles.number}`}>
          {strings.yourPhone}{' '}
          <b className="username" translate="no">
            {number}
          </b>
        </p>
      )}
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
