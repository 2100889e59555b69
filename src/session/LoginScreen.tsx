import {
  type ChangeEvent,
  type ClipboardEvent,
  type SubmitEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useSelector } from 'react-redux';
import { Spinner } from '../common/Spinner';
import { strings } from '../common/strings';
import { useAppDispatch } from '../provider/useAppDispatch';
import styles from './LoginScreen.module.css';
import { Mark } from './Mark';
import { EMPTY_PHONE, formatPhone, isCompletePhone, wholeNumberIn } from './phone';
import { signIn } from './session';
import { selectIsSigningIn, selectLoginError } from './sessionSlice';

/** What was typed, formatted, and the caret behind the digit that it stood behind. */
function formatField(value: string, caret: number | null = null) {
  const phone = formatPhone(value);
  const digitsBefore = value.slice(0, caret ?? undefined).replace(/\D/g, '').length;
  return { phone, caret: Math.min(digitsBefore + 1, phone.length) };
}

/** The login screen (spec 2). */
export function LoginScreen() {
  const dispatch = useAppDispatch();
  const isSigningIn = useSelector(selectIsSigningIn);
  const error = useSelector(selectLoginError);
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState({ phone: EMPTY_PHONE, caret: EMPTY_PHONE.length });
  const { phone } = field;

  // Digits that were typed before the app was there stand in the input already.
  useLayoutEffect(() => {
    const value = input.current?.value ?? EMPTY_PHONE;
    if (value !== EMPTY_PHONE) setField(formatField(value, input.current?.selectionStart));
  }, []);

  // Formatting would throw the caret to the end.
  useLayoutEffect(() => {
    const { caret } = field;
    if (document.activeElement === input.current) input.current?.setSelectionRange(caret, caret);
  }, [field]);

  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setField(formatField(target.value, target.selectionStart));
  };

  const onPaste = (event: ClipboardEvent) => {
    const whole = wholeNumberIn(event.clipboardData.getData('text'));
    if (whole === undefined) return;
    event.preventDefault();
    setField({ phone: whole, caret: whole.length });
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void dispatch(signIn(phone));
    // What is wrong is put right here.
    if (!isCompletePhone(phone)) input.current?.focus();
  };

  return (
    <main className={styles['page']}>
      <form className={styles['card']} onSubmit={onSubmit} noValidate>
        <Mark />
        <h1 className={styles['heading']}>{strings.loginHeading}</h1>
        <input
          ref={input}
          className={styles['phone']}
          type="tel"
          autoComplete="tel"
          autoFocus
          placeholder={strings.phonePlaceholder}
          aria-label={strings.phonePlaceholder}
          aria-invalid={error === 'invalidPhone'}
          aria-describedby={errorId}
          value={phone}
          onChange={onChange}
          onPaste={onPaste}
        />
        <button
          className={styles['submit']}
          type="submit"
          disabled={isSigningIn}
          aria-busy={isSigningIn}
        >
          <span className={styles['label']}>{strings.signIn}</span>
          {isSigningIn && <Spinner label={strings.signingIn} />}
        </button>
        <div className={styles['errorSpace']}>
          {error && (
            <p className={styles['error']} id={errorId} role="alert">
              {strings[error]}
            </p>
          )}
        </div>
      </form>
    </main>
  );
}
