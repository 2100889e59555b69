import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Draft } from '../../services/draftStore';
import { useAppDispatch, useAppSelector } from '../../services/redux';
import { selectIsLoading } from '../messagesSlice';
import { isStored, loadDraft, saveDraft } from './draftThunks';
import { fitHeight } from './fitHeight';

/** Prepends a draft to typed text, unless the browser has restored the draft already. */
const join = (draft: string, typed: string) => (typed.startsWith(draft) ? typed : draft + typed);

/**
 * Keeps the text of the input as a draft. If the POST of the draft began before a reload, restores
 * the draft only if the history does not have the message. The input is uncontrolled, so a key press
 * renders only if `isBlank` changes.
 * @returns `input`: the ref of the input. `isBlank`: whether its text is blank. `saveText`: saves the
 *   draft; call it after each change by the customer. `clear`: removes the text and the draft.
 */
export function useDraft() {
  const input = useRef<HTMLTextAreaElement>(null);
  const dispatch = useAppDispatch();
  const isLoading = useAppSelector(selectIsLoading);
  const [isBlank, setIsBlank] = useState(true);
  const posted = useRef<Draft>(null);

  const afterTextChange = (element: HTMLTextAreaElement) => {
    fitHeight(element);
    setIsBlank(element.value.trim() === '');
  };
  const restore = useEffectEvent((draft: string) => {
    const element = input.current;
    if (!element) return;
    // The customer may have typed into the prerendered input before React hydrated it.
    element.value = join(draft, element.value);
    afterTextChange(element);
  });

  useLayoutEffect(() => {
    const draft = dispatch(loadDraft());
    if (draft.posted) posted.current = draft;
    restore(draft.posted ? '' : draft.text);
  }, [dispatch]);

  useEffect(() => {
    const draft = posted.current;
    if (isLoading || !draft) return;
    posted.current = null;
    if (!dispatch(isStored(draft))) restore(draft.text);
  }, [dispatch, isLoading]);

  const saveText = () => {
    const element = input.current;
    if (!element) return;
    afterTextChange(element);
    dispatch(saveDraft(element.value));
  };
  const clear = () => {
    if (input.current) input.current.value = '';
    saveText();
  };
  return { input, isBlank, saveText, clear };
}
