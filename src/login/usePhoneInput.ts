import { type ComponentProps, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react';
import { editField, EMPTY_PHONE, formatField, parseInserted, parseShown } from './phone';

/** Returns the value of the prerendered input. During prerendering there is no `document`. */
const readPrerendered = () =>
  typeof document === 'undefined'
    ? EMPTY_PHONE
    : (document.querySelector<HTMLInputElement>('input[type="tel"]')?.value ?? EMPTY_PHONE);

/**
 * Returns whether a value was not typed. Some browsers and password managers fill in with a plain
 * event without `inputType`. A keyboard's suggestion has the `inputType` of typing, but is longer.
 */
const isInserted = ({ inputType, data }: Partial<InputEvent>) =>
  inputType === undefined || /^insert(From|Repl)/.test(inputType) || (data?.length ?? 0) > 1;

/** Parses what the input shows. A script can have written it without an event. */
const readInput = ({ value, selectionStart }: HTMLInputElement) =>
  parseShown(value, selectionStart ?? undefined);

/**
 * The state of the phone input (S5): formats the value and keeps the caret at its digit.
 * @param onEdit called when the customer changes the number
 */
export function usePhoneInput(onEdit: () => void) {
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState(() => formatField(EMPTY_PHONE));
  const [prerendered] = useState(readPrerendered);
  // Restores the number from before hydration. Submits the form if the customer has submitted it.
  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    // React replaces the input if an extension added a node.
    if (element.value === EMPTY_PHONE) element.value = prerendered;
    if (element.value !== EMPTY_PHONE) setField(readInput(element));
    const { dataset } = document.body;
    // `build/inlineScript` has stored what was submitted. A later edit revokes it.
    if (dataset.submitted === element.value) element.form?.requestSubmit();
    delete dataset.submitted;
  }, [prerendered]);

  // Setting the value moves the caret to the end.
  useLayoutEffect(() => {
    const { caret } = field;
    if (document.activeElement === input.current) input.current?.setSelectionRange(caret, caret);
  }, [field]);

  const change = (changed: typeof field) => {
    if (changed.phone !== field.phone) onEdit();
    setField(changed);
  };
  /** Shows an inserted number alone. An event that a script dispatches has no data. */
  const insert = (event: SyntheticEvent, data: DataTransfer | null) => {
    const number = parseInserted(data?.getData('text') ?? '');
    if (!number || input.current?.readOnly) return;
    event.preventDefault();
    change(formatField(number));
  };
  const handlers: ComponentProps<'input'> = {
    onChange({ target, nativeEvent }) {
      const { value, selectionStart } = target;
      const caret = selectionStart ?? value.length;
      const { data } = nativeEvent as Partial<InputEvent>;
      if (isInserted(nativeEvent)) {
        const number = parseInserted(data ?? value);
        change(number ? formatField(number) : formatField(value, caret));
      } else change(editField(field.phone, value, caret, data ?? ''));
    },
    onPaste: (event) => insert(event, event.clipboardData),
    onDrop: (event) => insert(event, event.dataTransfer),
  };

  /** Returns the number that the input shows. */
  const readPhone = () => {
    const shown = input.current ? readInput(input.current) : field;
    setField(shown);
    return shown.phone;
  };

  return { input, phone: field.phone, readPhone, handlers };
}
