import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { countOwnCopies, hasPosted } from '../../messages/merge/entries';
import type { Draft } from '../../platform/draftStore';
import { type RootState, useAppStore, useServices } from '../../app/hooks';
import { selectUserId } from '../../session/sessionSlice';
import { isBlankText, type PostedMessage } from '../../messages/sending';
import { selectVisibleEntries, selectIsLoading } from '../../messages/messagesSlice';
import { selectIsRejected, selectIsSending } from '../../messages/sendingSlice';

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

const countCopies = (state: RootState, text: string) =>
  countOwnCopies(selectVisibleEntries(state), selectUserId(state), text);

function toPosted(state: RootState, text: string, timestamp: string): Draft {
  const copies = selectIsLoading(state) ? undefined : countCopies(state, text);
  return { text, posted: { timestamp, copies } };
}

function selectIsStored(state: RootState, { text, posted }: Draft): boolean {
  if (!posted) return false;
  // A server that re-stamps changes the time, but the number of equal messages grows.
  return (
    hasPosted(selectVisibleEntries(state), selectUserId(state), posted.timestamp) ||
    countCopies(state, text) > (posted.copies ?? Infinity)
  );
}

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
 * key press renders only if `isBlank` changes. The user is read from the store, because hydration
 * renders the prerendered state, which has none.
 * @returns `hasChanged`: returns whether a script has changed the text since the hook last saw it;
 * `saveText`: call it after each change by the customer; `markPosted`: when a POST begins
 */
export function useDraft() {
  const input = useRef<HTMLTextAreaElement>(null);
  const { drafts } = useServices();
  const store = useAppStore();
  const userId = () => selectUserId(store.getState());
  const [isBlank, setIsBlank] = useState(true);
  const posted = useRef<Draft>(null);
  const withheld = useRef<Draft>(null);
  const shown = useRef('');
  const fitText = () => {
    if (input.current) fitHeight(input.current);
    shown.current = input.current?.value ?? '';
    setIsBlank(isBlankText(shown.current));
    return shown.current;
  };
  const saveText = () => {
    posted.current = null;
    const draft = withheld.current;
    drafts.save(userId(), draft ? { ...draft, typed: fitText() } : { text: fitText() });
  };
  const markPosted = ({ text, timestamp }: PostedMessage) => {
    if (text === null) return;
    posted.current = toPosted(store.getState(), text, timestamp);
    drafts.save(userId(), posted.current);
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
    const state = store.getState();
    if (!element || selectIsSending(state)) return;
    const draft = withheld.current;
    if (draft && !selectIsLoading(state)) {
      withheld.current = null;
      const typed = element.value;
      const isStored = selectIsStored(state, draft);
      if (!isStored) element.value = [draft.text, typed].filter(Boolean).join('\n');
      if (isStored || typed !== '') saveText();
      else posted.current = draft;
      fitText();
    }
    const isStored = posted.current !== null && selectIsStored(state, posted.current);
    if (isStored) element.value = '';
    if (isStored || (posted.current && selectIsRejected(state))) saveText();
  });
  useLayoutEffect(() => start(), []);
  useEffect(() => {
    settle();
    return store.subscribe(() => settle());
  }, [store]);

  const hasChanged = () => input.current?.value !== shown.current;
  return { input, isBlank, hasChanged, saveText, markPosted };
}
