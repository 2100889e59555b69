import {
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  editField,
  EMPTY_PHONE,
  formatField,
  parseInserted,
  parseShown,
  type PhoneField,
} from './phone';

/** Returns the value of the prerendered input. During prerendering there is no `document`. */
const readPrerendered = () =>
  typeof document === 'undefined'
    ? EMPTY_PHONE
    : (document.querySelector<HTMLInputElement>('input[type="tel"]')?.value ?? EMPTY_PHONE);

/**
 * Returns whether a value was not typed. Some browsers and password managers fill in with a plain
 * event without `inputType`. A keyboard's suggestion has the `inputType` of typing, but is longer.
 */
function isInserted(event: Event): boolean {
  const { inputType, data } = event as Partial<InputEvent>;
  return inputType === undefined || /^insert(From|Repl)/.test(inputType) || (data?.length ?? 0) > 1;
}

/** Parses what the input shows, whoever wrote it. */
const readInput = ({ value, selectionStart }: HTMLInputElement) =>
  parseShown(value, selectionStart ?? undefined);

/** Restores the number from before hydration. Submits the form if the customer has submitted it. */
function usePrerenderedInput(
  input: RefObject<HTMLInputElement | null>,
  setField: (field: PhoneField) => void,
) {
  const [prerendered] = useState(readPrerendered);
  const takeOver = useEffectEvent((shown: HTMLInputElement) => {
    // React replaces the input if an extension added a node.
    if (shown.value === EMPTY_PHONE) shown.value = prerendered;
    if (shown.value !== EMPTY_PHONE) setField(readInput(shown));
    const { dataset } = document.body;
    // An edit after the submission revokes it.
    if (dataset.submitted === shown.value) shown.form?.requestSubmit();
    delete dataset.submitted;
  });
  useLayoutEffect(() => {
    if (input.current) takeOver(input.current);
  }, [input]);
}

/**
 * The state of the phone input (S5): formats the value and keeps the caret at its digit.
 * @param onEdit called when the customer changes the number
 */
export function usePhoneInput(onEdit: () => void) {
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState(() => formatField(EMPTY_PHONE));

  usePrerenderedInput(input, setField);

  // Setting the value moves the caret to the end.
  useLayoutEffect(() => {
    const { caret } = field;
    if (document.activeElement === input.current) input.current?.setSelectionRange(caret, caret);
  }, [field]);

  const change = (changed: PhoneField) => {
    if (changed.phone !== field.phone) onEdit();
    setField(changed);
  };
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value } = target;
    const caret = target.selectionStart ?? value.length;
    const { data } = nativeEvent as Partial<InputEvent>;
    if (isInserted(nativeEvent)) {
      const parsed = parseInserted(data ?? value);
      change(parsed ? formatField(parsed) : formatField(value, caret));
    } else {
      change(editField(field.phone, value, caret, data ?? ''));
    }
  };
  const onInsert = (event: (ClipboardEvent | DragEvent) & { currentTarget: HTMLInputElement }) => {
    if (event.currentTarget.readOnly) return;
    const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
    // An event that a script dispatches has no data, contrary to React's type.
    const parsed = parseInserted((data as DataTransfer | null)?.getData('text') ?? '');
    if (!parsed) return;
    event.preventDefault();
    change(formatField(parsed));
  };

  /** Returns the number that the input shows. A script can have written it without an event. */
  const readPhone = () => {
    const shown = input.current ? readInput(input.current) : field;
    setField(shown);
    return shown.phone;
  };

  const handlers = { onChange, onPaste: onInsert, onDrop: onInsert };
  return { input, phone: field.phone, readPhone, handlers };
}
