import { type KeyboardEvent, type SubmitEvent, useCallback, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { Spinner } from '../../ui/Spinner';
import { chatStrings } from '../../shared/chatStrings';
import { keystrokeTyped } from '../../realtime/hubActions';
import { useAppDispatch, useAppSelector } from '../../services/redux';
import styles from './Composer.module.css';
import { SendIcon } from '../../ui/icons';
import { keepFocus } from '../../ui/keepFocus';
import { selectIsSending } from '../messagesSlice';
import { ImageDrop } from './ImageDrop';
import { ImagePicker } from './ImagePicker';
import { sendDraft } from '../sendImages';
import { UploadProgress } from './UploadProgress';
import { useDraft } from './useDraft';
import { useRestoreFocus } from './useRestoreFocus';
import { useWaitingImages, type WaitingImage } from './useWaitingImages';
import { WaitingImages } from './WaitingImages';

/** Returns whether focus opens no on-screen keyboard: a mouse implies a hardware keyboard. */
const hasKeyboard = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Returns whether an input method (IME) is composing text. */
const isComposing = ({ nativeEvent }: KeyboardEvent) =>
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari reports IME only by the key code
  nativeEvent.isComposing || nativeEvent.keyCode === 229;

/**
 * The bottom bar (S2, S5): attach button, text input, send button. Above them are the upload progress
 * and the waiting images.
 */
export function Composer() {
  const dispatch = useAppDispatch();
  const isSending = useAppSelector(selectIsSending);
  const { input, isBlank, saveText, clear } = useDraft();
  const { images, addFiles, removeImage } = useWaitingImages();
  useRestoreFocus(input, isSending);
  const focusInput = useCallback(() => {
    if (hasKeyboard()) input.current?.focus({ preventScroll: true });
  }, [input]);
  useEffect(focusInput, [focusInput]);

  const onFiles = (files: File[]) => {
    addFiles(files);
    focusInput();
  };
  const onRemove = (image: WaitingImage) => {
    removeImage(image);
    focusInput();
  };
  // Synchronous, because an Enter before the next render would send the same draft again.
  const onImageSent = (image: WaitingImage) => {
    flushSync(() => {
      removeImage(image);
    });
  };
  const send = async () => {
    const text = input.current?.value ?? '';
    if (await dispatch(sendDraft(text, images, onImageSent))) clear();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    void send();
  };
  const onChange = () => {
    saveText();
    dispatch(keystrokeTyped());
  };

  return (
    <>
      <form className={styles['bar']} aria-label={chatStrings.newMessage} onSubmit={onSubmit}>
        <UploadProgress />
        <WaitingImages images={images} isDisabled={isSending} onRemove={onRemove} />
        <div className={styles['controls']}>
          <ImagePicker isDisabled={isSending} />
          <div className={styles['field']} data-disabled={isSending}>
            <textarea
              ref={input}
              className={styles['text']}
              rows={1}
              placeholder={chatStrings.messagePlaceholder}
              aria-label={chatStrings.messageLabel}
              enterKeyHint="send"
              // Otherwise the browser could restore the text of a message that was sent.
              autoComplete="off"
              disabled={isSending}
              onChange={onChange}
              onKeyDown={onKeyDown}
            />
          </div>
          <button
            className={styles['send']}
            type="submit"
            aria-label={chatStrings.send}
            title={chatStrings.send}
            aria-busy={isSending}
            disabled={isSending || (isBlank && images.length === 0)}
            onPointerDown={keepFocus}
          >
            {isSending ? <Spinner /> : <SendIcon />}
          </button>
        </div>
      </form>
      <ImageDrop onFiles={onFiles} />
    </>
  );
}
