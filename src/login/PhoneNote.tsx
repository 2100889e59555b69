import { strings } from '../ui/strings';
import styles from './LoginScreen.module.css';
import { findPhoneHint, hasKnownCode, isCompletePhone } from './phone';
import { formatPhone } from '../contract/formatPhone';
import type { LoginError } from './loginSlice';

export const NOTE_ID = 'phone-note';

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

/** The error (S8), otherwise a hint. A new `key` mounts a new alert, which is announced again. */
export function PhoneNote({ phone, error }: { phone: string; error: LoginError | null }) {
  return (
    <div className={`quiet ${styles.note}`}>
      {error ? (
        <p id={NOTE_ID} className={styles.error} role="alert">
          {strings[error]}
        </p>
      ) : (
        <Hint phone={phone} />
      )}
    </div>
  );
}
