import { type SubmitEvent, useId, useState } from 'react';
import { Spinner } from '../ui/Spinner';
import { strings } from '../shared/strings';
import { useAppDispatch, useAppSelector } from '../services/redux';
import styles from './LoginScreen.module.css';
import { PhoneNote } from './PhoneNote';
import { phoneEdited, selectIsSigningIn, selectLoginError } from './sessionSlice';
import { signIn } from './signIn';
import { SigningInStatus } from './SigningInStatus';
import { usePhoneInput } from './usePhoneInput';

/** The login screen (S2). */
export function LoginScreen() {
  const dispatch = useAppDispatch();
  const isSigningIn = useAppSelector(selectIsSigningIn);
  const error = useAppSelector(selectLoginError);
  const isInvalid = error === 'invalidPhone';
  const noteId = useId();
  const [submission, setSubmission] = useState(0);
  const { input, phone, handlers, submit } = usePhoneInput(
    () => {
      if (error) dispatch(phoneEdited());
    },
    (submitted) => {
      setSubmission(submission + 1);
      void dispatch(signIn(submitted));
    },
  );

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    submit();
  };

  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={onSubmit} noValidate>
        <span className={styles.logo} />
        <p className={styles.product}>{strings.title}</p>
        <h1 className={styles.heading}>{strings.loginHeading}</h1>
        <input
          ref={input}
          className={styles.phone}
          type="tel"
          autoComplete="tel"
          autoFocus
          suppressHydrationWarning // `showScreen` removes `autofocus`.
          placeholder={strings.phonePlaceholder}
          aria-label={strings.phonePlaceholder}
          aria-invalid={isInvalid}
          // A description of the focused input would be spoken in addition to the alert.
          aria-describedby={isInvalid ? undefined : noteId}
          aria-errormessage={isInvalid ? noteId : undefined}
          value={phone}
          {...handlers}
        />
        <PhoneNote id={noteId} phone={phone} error={error} submission={submission} />
        <button
          className={styles.submit}
          type="submit"
          disabled={isSigningIn}
          aria-busy={isSigningIn}
        >
          <span className={styles.label}>{strings.signIn}</span>
          <Spinner />
        </button>
        <p className={styles.footer}>{strings.noPassword}</p>
        {isSigningIn && <SigningInStatus />}
      </form>
    </main>
  );
}
