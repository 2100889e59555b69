import { type SubmitEvent, useEffect, useState } from 'react';
import { Spinner } from '../ui/Spinner';
import { strings } from '../ui/strings';
import { runLater } from '../platform/timers';
import { useAppDispatch, useAppSelector } from '../app/hooks';
import styles from './LoginScreen.module.css';
import { isCompletePhone } from './phone';
import { NOTE_ID, PhoneNote } from './PhoneNote';
import { selectIsLeaving } from '../session/sessionSlice';
import { logIn, phoneEdited, selectIsLoggingIn, selectLoginError } from './loginSlice';
import { usePhoneInput } from './usePhoneInput';

/** Duration of a login, in ms, after which it is announced. */
const SLOW_LOGIN = 500;

/** Announces a slow login. Empty at first: browsers announce only changes of a live region. */
function LoggingInStatus() {
  const [text, setText] = useState('');
  useEffect(() => runLater(SLOW_LOGIN, () => setText(strings.loggingIn)), []);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}

/** The login screen (S2). */
export function LoginScreen() {
  const dispatch = useAppDispatch();
  const isLoggingIn = useAppSelector(selectIsLoggingIn);
  const isLeaving = useAppSelector(selectIsLeaving);
  const error = useAppSelector(selectLoginError);
  const [submission, setSubmission] = useState(0);
  const { input, phone, readPhone, handlers } = usePhoneInput(() => {
    if (error) dispatch(phoneEdited());
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const number = readPhone();
    setSubmission(submission + 1);
    void dispatch(logIn(number));
    // iOS opens the keyboard only if the focus moves during the event.
    if (!isCompletePhone(number)) input.current?.focus();
  };
  useEffect(() => {
    if (error === 'loginFailed') input.current?.focus(); // The disabled button has lost the focus.
  }, [error, input]);
  return (
    <main inert={isLeaving}>
      <form className={`card ${styles.form}`} onSubmit={onSubmit} noValidate>
        <span className="logo" />
        <p className={styles.product}>{strings.title}</p>
        <h1 className={styles.heading}>{strings.loginHeading}</h1>
        <input
          ref={input}
          className={styles.phone}
          type="tel"
          autoComplete="tel"
          enterKeyHint="go"
          autoFocus
          suppressHydrationWarning // `showPrerendered` removes `autofocus`.
          placeholder={strings.phonePlaceholder}
          aria-label={strings.phonePlaceholder}
          aria-invalid={error === 'invalidPhone'}
          // A description of the focused input would be spoken in addition to the alert.
          aria-describedby={error ? undefined : NOTE_ID}
          aria-errormessage={error === 'invalidPhone' ? NOTE_ID : undefined}
          value={phone}
          readOnly={isLoggingIn}
          {...handlers}
        />
        <PhoneNote key={submission} phone={phone} error={error} />
        <button
          className={`primary ${styles.submit}`}
          type="submit"
          disabled={isLoggingIn}
          aria-busy={isLoggingIn}
        >
          <span className={styles.label}>{strings.logIn}</span>
          {isLoggingIn && <Spinner />}
        </button>
        <p className={`quiet ${styles.footer}`}>{strings.noPassword}</p>
        {isLoggingIn && <LoggingInStatus />}
      </form>
    </main>
  );
}
