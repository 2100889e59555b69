import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Draft } from '../../platform/draftStore';
import { useAppDispatch, useAppSelector, useAppStore, useServices } from '../../app/hooks';
import { selectUserId } from '../../session/sessionSlice';
import { selectIsLoading } from '../../messages/messagesSlice';
import {
  draftChanged,
  postStarted,
  selectIsSending,
  selectIsStored,
  selectPosted,
} from '../../messages/sendingSlice';

/*
 * The states of the draft. In the table, a draft is in the list if its message is.
 *
 * | state    | input    | saved         | next state                                                |
 * | -------- | -------- | ------------- | --------------------------------------------------------- |
 * | empty    | empty    | nothing       | typed                                                     |
 * | typed    | the text | the text      | posted when its POST begins                               |
 * | posted   | the text | text and POST | empty when it is in the list; typed when the text changes |
 * |          |          |               | or the POST is rejected                                   |
 * | withheld | empty    | text and POST | after the first history request: empty if it is in the    |
 * |          |          |               | list, otherwise posted                                    |
 *
 * A reload makes a posted draft withheld: its message may be stored. Text that is typed before the
 * first history is saved beside it, so that a second reload withholds it again.
 */

/** With `field-sizing`, the style sheet fits the height, without a layout for each key press. */
function fitHeight(input: HTMLTextAreaElement): void {
  const { style } = input;
  if (Reflect.has(style, 'fieldSizing')) return;
  style.height = 'auto';
  style.height = `${input.scrollHeight}px`;
}

/** Prepends a draft to typed text, unless the browser has restored the draft already. */
const join = (draft: string, typed: string) => (typed.startsWith(draft) ? typed : draft + typed);

/**
 * Keeps the text of the input as a draft, which survives a reload. The input is uncontrolled, so a
 * key press does not render it. The user is read from the store, because hydration
 * renders the prerendered state, which has none.
 * @returns `hasChanged`: returns whether a script has changed the text since the hook last saw it;
 * `saveText`: call it after each change by the customer
 */
export function useDraft() {
  const input = useRef<HTMLTextAreaElement>(null);
  const { drafts } = useServices();
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const userId = () => selectUserId(store.getState());
  const isSending = useAppSelector(selectIsSending);
  const isLoading = useAppSelector(selectIsLoading);
  const posted = useAppSelector(selectPosted);
  const isStored = useAppSelector((state) => posted !== null && selectIsStored(state, posted));
  const withheld = useRef<Draft>(null);
  const shown = useRef('');
  const fitText = () => {
    if (input.current) fitHeight(input.current);
    shown.current = input.current?.value ?? '';
    return shown.current;
  };
  const saveText = () => {
    if (posted) dispatch(draftChanged());
    const draft = withheld.current;
    drafts.save(userId(), draft ? { ...draft, typed: fitText() } : { text: fitText() });
  };
  const start = useEffectEvent(() => {
    const draft = drafts.read(userId());
    if (draft.posted) withheld.current = draft;
    const text = (draft.posted ? draft.typed : draft.text) ?? '';
    // The customer may have typed into the prerendered input before React hydrated it.
    if (input.current) input.current.value = join(text, input.current.value);
    fitText();
  });
  const settle = useEffectEvent(() => {
    const element = input.current;
    if (!element || isSending) return;
    if (isStored) element.value = '';
    // After a rejection, the draft is saved without its POST, so that a reload does not withhold it.
    if (isStored || !posted) saveText();
    const draft = withheld.current;
    if (!draft?.posted || isLoading) return;
    withheld.current = null;
    const withheldPost = { text: draft.text, ...draft.posted };
    const typed = element.value;
    const isWithheldStored = selectIsStored(store.getState(), withheldPost);
    if (!isWithheldStored) element.value = [draft.text, typed].filter(Boolean).join('\n');
    saveText();
    if (isWithheldStored || typed !== '') return;
    dispatch(postStarted(withheldPost));
    drafts.save(userId(), draft);
  });
  useLayoutEffect(() => start(), []);
  useLayoutEffect(() => settle(), [isSending, isLoading, isStored, posted]);

  const hasChanged = () => input.current?.value !== shown.current;
  return { input, hasChanged, saveText };
}
