import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useAppSelector } from '../../app/hooks';
import type { WaitingImage } from '../../messages/sending';
import { selectHasFailed, selectIsSending } from '../../messages/sendingSlice';
import { isCharacter, isShortcut } from './keys';

/** What an Enter sends: the text that was typed before it, and the images that waited then. */
interface Entered {
  text: string;
  images: WaitingImage[];
}

interface Options {
  input: RefObject<HTMLTextAreaElement | null>;
  images: WaitingImage[];
  /** Called after text is inserted into the input. */
  onInsert: () => void;
  onSend: (images: WaitingImage[]) => void;
}

/**
 * Replays what the customer types while a send disables the input (S4). Browsers remove the focus of
 * a disabled element, and discard what is typed. So a hidden textarea has the focus meanwhile: the
 * browser itself edits it, an input method and dictation reach it, and a keyboard on the screen stays.
 * @returns the ref of the hidden textarea, and what handles an Enter in it
 */
export function useTypingAhead({ input, images, onInsert, onSend }: Options) {
  const isSending = useAppSelector(selectIsSending);
  const hasFailed = useAppSelector(selectHasFailed);
  const hidden = useRef<HTMLTextAreaElement>(null);
  const entered = useRef<Entered[]>([]);
  const selection = useRef<[start: number, end: number]>(null);

  const takeText = () => {
    const text = hidden.current?.value ?? '';
    if (hidden.current) hidden.current.value = '';
    return text;
  };
  const takeFocus = useEffectEvent(() => {
    const element = input.current;
    const hadFocus = element !== null && document.activeElement === element;
    selection.current = hadFocus ? [element.selectionStart, element.selectionEnd] : null;
    if (hadFocus) hidden.current?.focus({ preventScroll: true });
  });
  const replay = useEffectEvent(() => {
    const element = input.current;
    if (!element) return;
    const { activeElement, body } = document;
    if (activeElement === hidden.current || (selection.current && activeElement === body)) {
      element.focus({ preventScroll: true });
      if (selection.current) element.setSelectionRange(...selection.current);
    }
    // After a failure nothing is sent by itself.
    const next = hasFailed ? undefined : entered.current.shift();
    const texts = next
      ? [next.text]
      : [...entered.current.splice(0).map(({ text }) => text), takeText()];
    const text = texts.filter(Boolean).join('\n');
    if (text !== '') {
      const { length } = element.value;
      const lineBreak = hasFailed && length > 0 ? '\n' : '';
      element.setRangeText(lineBreak + text, length, length, 'end');
      onInsert();
    }
    if (next) onSend(next.images);
  });

  // A layout effect runs before the browser removes the focus, which happens at the next paint.
  useLayoutEffect(() => {
    if (!isSending) {
      replay();
      return undefined;
    }
    takeFocus();
    const onKeyDown = (event: KeyboardEvent) => {
      // A press on the disabled input removes the focus. The character goes where the focus is then.
      const isUnfocused = document.activeElement === document.body;
      if (isUnfocused && isCharacter(event) && !isShortcut(event)) hidden.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isSending]);

  const onEnter = () => void entered.current.push({ text: takeText(), images });
  return { hidden, onEnter };
}
