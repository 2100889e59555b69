import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Draft } from '../../services/draftStore';
import { useAppDispatch, useAppStore } from '../../services/redux';
import { selectIsLoading, selectIsSending } from '../messagesSlice';
import { loadDraft, saveDraft, selectIsStored } from './draftThunks';
import { fitHeight } from './fitHeight';

/** Prepends a draft to typed text, unless the browser has restored the draft already. */
const join = (draft: string, typed: string) => (typed.startsWith(draft) ? typed : draft + typed);

/**
 * Keeps the text of the input as a draft. A posted draft is one whose message may be stored: its
 * POST failed, or the page was reloaded during the POST. When the list has the message, the text is
 * removed from the input, unless the customer has changed the text. After a reload, a posted draft
 * is withheld from the input until the first history request succeeds or fails, and for good if the
 * list then has the message. The input is uncontrolled, so a key press renders only if `isBlank`
 * changes.
 * @returns `input`: the ref of the input. `isBlank`: whether its text is blank. `saveText`: saves the
 *   draft; call it after each change by the customer. `keepPosted`: call it after a failed send.
 *   `clear`: removes the text and the draft.
 */
export function useDraft() {
  const input = useRef<HTMLTextAreaElement>(null);
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [isBlank, setIsBlank] = useState(true);
  const posted = useRef<Draft>(null);
  const isWithheld = useRef(false);

  const afterTextChange = (element: HTMLTextAreaElement) => {
    fitHeight(element);
    setIsBlank(element.value.trim() === '');
  };
  const saveText = () => {
    const element = input.current;
    if (!element) return;
    afterTextChange(element);
    if (!isWithheld.current) posted.current = null;
    dispatch(saveDraft(element.value));
  };
  const clear = () => {
    if (input.current) input.current.value = '';
    saveText();
  };
  const keepPosted = () => {
    const draft = dispatch(loadDraft());
    if (draft.posted) posted.current = draft;
  };
  /** Prepends a draft to the text of the input. @returns whether the customer has typed a text */
  const restore = useEffectEvent((draft: string) => {
    const element = input.current;
    if (!element) return false;
    const typed = element.value;
    // The customer may have typed into the prerendered input before React hydrated it.
    element.value = join(draft, typed);
    afterTextChange(element);
    return typed !== '';
  });
  const settlePosted = useEffectEvent(() => {
    const draft = posted.current;
    const state = store.getState();
    if (!draft || selectIsLoading(state) || selectIsSending(state)) return;
    const wasWithheld = isWithheld.current;
    isWithheld.current = false;
    if (selectIsStored(state, draft)) {
      posted.current = null;
      if (!wasWithheld || input.current?.value === '') clear();
    } else if (wasWithheld && restore(draft.text)) saveText();
  });

  useLayoutEffect(() => {
    const draft = dispatch(loadDraft());
    isWithheld.current = draft.posted !== undefined;
    if (draft.posted) posted.current = draft;
    else restore(draft.text);
  }, [dispatch]);

  useEffect(() => {
    settlePosted();
    return store.subscribe(() => {
      settlePosted();
    });
  }, [store]);

  return { input, isBlank, saveText, keepPosted, clear };
}
