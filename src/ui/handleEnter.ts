/**
 * Makes Enter in a textarea submit its form, unless Shift is pressed (S5). Ignores the repeats of an
 * Enter that is held down in an input or on a button, so that one press is one action. Browsers do
 * not repeat the space bar. The source of this function is inlined into index.html, so that Enter
 * works before hydration and on all screens.
 */
export function handleEnter(): void {
  let isShiftPressed = false;
  const submit = (event: Event) => {
    if (isShiftPressed || !(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    event.target.form?.requestSubmit();
  };
  const onKey = (event: KeyboardEvent) => {
    // iOS sets `shiftKey` for a capital letter too, without a press of Shift.
    isShiftPressed = event.shiftKey && (isShiftPressed || event.key === 'Shift');
    if (event.key !== 'Enter' || event.type === 'keyup') return;
    if (event.repeat) event.preventDefault();
    // Some browsers insert no line break for these keys, so no `beforeinput` follows.
    else if (!event.isComposing && (event.ctrlKey || event.altKey || event.metaKey)) submit(event);
  };
  addEventListener('keydown', onKey);
  addEventListener('keyup', onKey);
  // At `keydown`, the send key of a phone's keyboard looks like a key of an input method.
  addEventListener('beforeinput', (event) => {
    if (event.inputType === 'insertLineBreak') submit(event);
  });
}
