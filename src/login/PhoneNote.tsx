import { strings } from '../ui/strings';
import styles from './LoginScreen.module.css';
import { findPhoneHint, hasKnownCode, isCompletePhone } from './phone';
import { formatPhone } from '../contract/formatPhone';
import type { LoginError } from './loginSlice';

export const NOTE_ID = 'phone-note';

interface Props {
  phone: string;
  error: LoginError | null;
  /** Number of the submission. A new alert is announced even if its text is the same. */
  submission: number;
}

function Hint({ phone }: { phone: string }) {
  const hint = findPhoneHint(phone);
  const isReadBack = isCompletePhone(phone) && hint !== 'zeroAfterPrefix';
  return (
    <p
      id={NOTE_ID}
      className={styles.hint}
      data-complete={!hint && isReadBack && hasKnownCode(phone)}
    >
      {/* Each space follows a word, because the build removes text nodes of white space. */}
      {hint && <span className={styles.warning}>{`${strings[hint]} `}</span>}
      {isReadBack && <span>{`${strings.yourPhone} `}</span>}
      {isReadBack && <b translate="no">{formatPhone(phone)}</b>}
      {!hint && !isReadBack && <span>{strings.phoneExample}</span>}
    </p>
  );
}

/** The line under the phone input: the error (S8), otherwise a hint. */
export function PhoneNote({ phone, error, submission }: Props) {
  return (
    <div className={`quiet ${styles.note}`}>
      {error ? (
        <p key={submission} id={NOTE_ID} className={styles.error} role="alert">
          {strings[error]}
        </p>
      ) : (
        <Hint phone={phone} />
      )}
    </div>
  );
}
