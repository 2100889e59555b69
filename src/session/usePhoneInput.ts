import {
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { EMPTY_PHONE, formatPhone, parsePrerendered, parseWholeNumber } from './phone';

interface Field {
  phone: string;
  caret: number;
}

const caretAtEnd = (phone: string): Field => ({ phone, caret: phone.length });

/** Formats the input and keeps the caret after the same digit. */
function formatField(value: string, caret: number | null = null): Field {
  const phone = formatPhone(value);
  const digitsBefore = value.slice(0, caret ?? undefined).replace(/\D/g, '').length;
  return { phone, caret: Math.min(digitsBefore + 1, phone.length) };
}

/** Returns the value of the prerendered input. During prerendering there is no `document`. */
const readPrerendered = () =>
  typeof document === 'undefined'
    ? EMPTY_PHONE
    : (document.querySelector<HTMLInputElement>('input[type="tel"]')?.value ?? EMPTY_PHONE);

/**
 * Returns whether a value was not typed but pasted, dropped or filled in. Some browsers and password
 * managers fill in with a plain event, which has no `inputType`.
 */
function isInserted(event: Event): boolean {
  const { inputType } = event as Partial<InputEvent>;
  return inputType === undefined || /^insert(From|Repl)/.test(inputType);
}

/**
 * The state of the phone input (S5): formats the value and keeps the caret at its digit.
 * @param onEdit called when the customer changes the number
 */
export function usePhoneInput(onEdit: () => void) {
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState(() => caretAtEnd(EMPTY_PHONE));
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

  const change = (changed: Field) => {
    if (changed.phone !== field.phone) onEdit();
    setField(changed);
  };
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const whole = isInserted(nativeEvent) ? parseWholeNumber(target.value) : undefined;
    change(whole ? caretAtEnd(whole) : formatField(target.value, target.selectionStart));
  };
  const onInsert = (event: ClipboardEvent | DragEvent) => {
    const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
    const whole = parseWholeNumber(data.getData('text'));
    if (!whole) return;
    event.preventDefault();
    change(caretAtEnd(whole));
  };

  const handlers = { onChange, onPaste: onInsert, onDrop: onInsert };
  return { input, phone: field.phone, handlers };
}
