import {
  type ChangeEvent,
  type ClipboardEvent,
  type SubmitEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Spinner } from '../ui/Spinner';
import { strings } from '../shared/strings';
import { useAppDispatch, useAppSelector } from '../services/redux';
import styles from './LoginScreen.module.css';
import { Logo } from './Logo';
import {
  EMPTY_PHONE,
  formatPhone,
  isCompletePhone,
  parsePastedNumber,
  parsePrerendered,
} from './phone';
import { signIn } from './sessionThunks';
import { selectIsSigningIn, selectLoginError } from './sessionSlice';

/** Formats the input and keeps the caret after the same digit. */
function formatField(value: string, caret: number | null = null) {
  const phone = formatPhone(value);
  const digitsBefore = value.slice(0, caret ?? undefined).replace(/\D/g, '').length;
  return { phone, caret: Math.min(digitsBefore + 1, phone.length) };
}

/** Returns the value of the prerendered input. During prerendering there is no `document`. */
const readPrerendered = () =>
  typeof document === 'undefined'
    ? EMPTY_PHONE
    : (document.querySelector<HTMLInputElement>('input[type="tel"]')?.value ?? EMPTY_PHONE);

/** The login screen (S2). */
export function LoginScreen() {
  const dispatch = useAppDispatch();
  const isSigningIn = useAppSelector(selectIsSigningIn);
  const error = useAppSelector(selectLoginError);
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState({ phone: EMPTY_PHONE, caret: EMPTY_PHONE.length });
  const { phone } = field;

  const [prerendered] = useState(readPrerendered);

  // The customer may type into the prerendered input before React hydrates it. If a browser extension
  // has inserted a node, React replaces the input, and its value is only in `prerendered`.
  useLayoutEffect(() => {
    const value = input.current?.value ?? EMPTY_PHONE;
    const typed = parsePrerendered(value === EMPTY_PHONE ? prerendered : value);
    if (typed === EMPTY_PHONE) return;
    const { caret } = formatField(value, input.current?.selectionStart);
    setField({ phone: typed, caret: value.startsWith(EMPTY_PHONE) ? caret : typed.length });
  }, [prerendered]);

  // Setting the value moves the caret to the end.
  useLayoutEffect(() => {
    const { caret } = field;
    if (document.activeElement === input.current) input.current?.setSelectionRange(caret, caret);
  }, [field]);

  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setField(formatField(target.value, target.selectionStart));
  };

  const onPaste = (event: ClipboardEvent) => {
    const phoneNumber = parsePastedNumber(event.clipboardData.getData('text'));
    if (phoneNumber === undefined) return;
    event.preventDefault();
    setField({ phone: phoneNumber, caret: phoneNumber.length });
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void dispatch(signIn(phone));
    // The button has the focus, but the customer has to correct the field.
    if (!isCompletePhone(phone)) input.current?.focus();
  };

  return (
    <main className={styles['page']}>
      <form className={styles['card']} onSubmit={onSubmit} noValidate>
        <Logo />
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
