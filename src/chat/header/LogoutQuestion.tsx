import type { RefObject } from 'react';
import { chatStrings } from '../../ui/chatStrings';
import { CustomerNumber } from '../CustomerNumber';
import styles from './LogoutQuestion.module.css';

interface Props {
  /** `showModal` of the dialog asks the question. */
  dialog: RefObject<HTMLDialogElement | null>;
  question: string;
  onConfirm: () => void;
}

/** Asks before a logout. It is a dialog of the page, because a web view can suppress `confirm()`. */
export function LogoutQuestion({ dialog, question, onConfirm }: Props) {
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
      {/* The header has no space for the number in a narrow window. */}
      {question && <CustomerNumber className={styles.number} />}
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
