/**
 * Makes Enter in a textarea submit its form, unless Shift is pressed (S5), and one press one action:
 * the repeats of an Enter that is held down do nothing, in the inputs and on the buttons. Browsers
 * repeat no press of the space bar. The source of this function is inlined into index.html, so that
 * it works before hydration and for all screens.
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
    // Not every browser makes a line break of these.
    else if (!event.isComposing && (event.ctrlKey || event.altKey || event.metaKey)) submit(event);
  };
  addEventListener('keydown', onKey);
  addEventListener('keyup', onKey);
  // Not at `keydown`: the send key of a phone's keyboard looks like a key of an input method there.
  addEventListener('beforeinput', (event) => {
    if (event.inputType === 'insertLineBreak') submit(event);
  });
}
