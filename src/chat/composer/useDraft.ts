import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useAppSelector, useAppStore, useServices } from '../../app/hooks';
import { selectUserId } from '../../session/sessionSlice';
import {
  draftChanged,
  selectIsPosted,
  selectIsSending,
  selectIsListed,
} from '../../messages/sendingSlice';
import { useWindowEvents } from '../../ui/useWindowEvents';

/** With `field-sizing`, the style sheet fits the height, without a layout for each key press. */
function fitHeight(input: HTMLTextAreaElement): void {
  const { style } = input;
  if (Reflect.has(style, 'fieldSizing')) return;
  style.height = 'auto';
  style.height = `${input.scrollHeight}px`;
}

/**
 * Keeps the text of the input as a draft, which survives a reload. The input is uncontrolled, so a
 * key press does not render it. Empties the input when the send has ended and the list has the message.
 */
export function useDraft() {
  const input = useRef<HTMLTextAreaElement>(null);
  const { drafts } = useServices();
  const store = useAppStore();
  const isSending = useAppSelector(selectIsSending);
  const isListed = useAppSelector((state) => selectIsListed(state));
  const fittedText = useRef('');
  /** Fits the height to the text. Call it after each change by a script. */
  const fitText = () => {
    if (!input.current) return;
    fitHeight(input.current);
    fittedText.current = input.current.value;
  };
  /** Call it after each change by the customer. */
  const saveText = () => {
    if (selectIsPosted(store.getState())) store.dispatch(draftChanged());
    fitText();
    drafts.save(selectUserId(store.getState()), { text: fittedText.current });
  };
  const empty = useEffectEvent(() => {
    if (!input.current || isSending || !isListed) return;
    input.current.value = '';
    saveText();
  });
  useLayoutEffect(() => empty(), [isSending, isListed]);
  useWindowEvents({ resize: fitText });

  /** Returns whether a script has changed the text since `fitText` last ran. */
  const hasChanged = () => input.current?.value !== fittedText.current;
  return { input, hasChanged, fitText, saveText };
}
