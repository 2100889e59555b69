import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Draft } from '../../services/draftStore';
import { useAppDispatch, useAppSelector } from '../../services/redux';
import { selectIsLoading } from '../messagesSlice';
import { isStored, loadDraft, saveDraft } from './draftThunks';

/** Prepends a draft to typed text, unless the browser has restored the draft already. */
const join = (draft: string, typed: string) => (typed.startsWith(draft) ? typed : draft + typed);

/**
 * Keeps the text of the input as a draft. If the POST of the draft began before a reload, restores
 * the draft only if the history does not have the message.
 * @returns the input's ref, its text and the setter of the text
 */
export function useDraft() {
  const input = useRef<HTMLTextAreaElement>(null);
  const dispatch = useAppDispatch();
  const isLoading = useAppSelector(selectIsLoading);
  const [text, setText] = useState('');
  const posted = useRef<Draft>(null);

  useLayoutEffect(() => {
    const draft = dispatch(loadDraft());
    if (draft.posted) posted.current = draft;
    const unsent = draft.posted ? '' : draft.text;
    // The customer may type into the prerendered input before React hydrates it.
    setText(join(unsent, input.current?.value ?? ''));
  }, [dispatch]);

  useEffect(() => {
    const draft = posted.current;
    if (isLoading || !draft) return;
    posted.current = null;
    if (!dispatch(isStored(draft))) setText((typed) => join(draft.text, typed));
  }, [dispatch, isLoading]);

  const changeText = (next: string) => {
    setText(next);
    dispatch(saveDraft(next));
  };
  return { input, text, changeText };
}
