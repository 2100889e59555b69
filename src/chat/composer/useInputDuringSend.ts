import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useAppSelector } from '../../app/hooks';
import type { WaitingImage } from '../../messages/sending';
import { selectHasFailed } from '../../messages/sendingSlice';

interface InputDuringSendOptions {
  input: RefObject<HTMLTextAreaElement | null>;
  images: WaitingImage[];
  isDisabled: boolean;
  onChange: () => void;
  /** @param images that waited when Enter was pressed */
  onSend: (images: WaitingImage[]) => void;
}

/**
 * Replays what the customer types while a send disables the input (S4). Browsers remove the focus of
 * a disabled element, and discard what is typed. So a hidden textarea has the focus meanwhile: the
 * browser itself edits it, an input method and dictation reach it, and an on-screen keyboard stays.
 * @returns the ref of the hidden textarea, and what to call for an Enter in it
 */
export function useInputDuringSend(options: InputDuringSendOptions) {
  const { input, images, isDisabled, onChange, onSend } = options;
  const hasFailed = useAppSelector(selectHasFailed);
  const hidden = useRef<HTMLTextAreaElement>(null);
  const hadFocus = useRef(false);
  const submitted = useRef<{ text: string; images: WaitingImage[] }[]>([]);

  const takeText = () => {
    const text = hidden.current?.value ?? '';
    if (hidden.current) hidden.current.value = '';
    return { text, images };
  };
  const replay = useEffectEvent(() => {
    const element = input.current;
    if (!element) return;
    // The focus is lost with a cancel button that disappears.
    const isFree = [hidden.current, document.body].includes(document.activeElement as HTMLElement);
    if (hadFocus.current && isFree) element.focus({ preventScroll: true });
    // Sends the text up to the first Enter. Without an Enter or after a failure, sends nothing.
    const next = hasFailed ? undefined : submitted.current.shift();
    const parts = next ? [next] : [...submitted.current.splice(0), takeText()];
    const lines = parts.map(({ text }) => text).filter(Boolean);
    if (lines.length > 0) {
      const { length } = element.value;
      if (hasFailed && length > 0) lines.unshift('');
      element.setRangeText(lines.join('\n'), length, length, 'end');
      onChange();
    }
    if (next) onSend(next.images);
  });

  // A layout effect runs before the browser removes the focus, which happens at the next paint.
  useLayoutEffect(() => {
    const element = hidden.current;
    if (!isDisabled) replay();
    // React would set `hidden` while the textarea has the focus, and the focus would be lost.
    if (element) element.hidden = !isDisabled;
    // The send button may have been pressed with the keyboard.
    hadFocus.current = isDisabled && !!document.activeElement?.matches('textarea, [type=submit]');
    if (hadFocus.current) element?.focus({ preventScroll: true });
  }, [isDisabled]);

  return { hidden, submitLater: () => void submitted.current.push(takeText()) };
}
