import { type KeyboardEvent, type SubmitEvent, useCallback, useEffect } from 'react';
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
import { isComposing } from './keys';
import { sendDraft, sendImages } from '../sendImages';
import { UploadProgress } from './UploadProgress';
import { useDraft } from './useDraft';
import { useRestoreFocus } from './useRestoreFocus';
import { useTypedMeanwhile } from './useTypedMeanwhile';
import { useUnloadQuestion } from './useUnloadQuestion';
import { useWaitingImages, type WaitingImage } from './useWaitingImages';
import { WaitingImages } from './WaitingImages';

/** Returns whether focus opens no on-screen keyboard: a mouse implies a hardware keyboard. */
const hasKeyboard = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/**
 * The bottom bar (S2, S5): attach button, text input, send button. Above them are the upload progress
 * and the waiting images.
 */
export function Composer() {
  const dispatch = useAppDispatch();
  const isSending = useAppSelector(selectIsSending);
  const { input, isBlank, saveText, keepPosted, clear } = useDraft();
  const { images, addFiles, removeImage, markPosted } = useWaitingImages();
  const onChange = () => {
    saveText();
    dispatch(keystrokeTyped());
  };
  const insertTyped = useTypedMeanwhile(input, isSending, onChange);
  useRestoreFocus(input, isSending);
  useUnloadQuestion(images.length > 0);
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
  const send = async () => {
    const text = input.current?.value ?? '';
    if (await dispatch(sendDraft(text, images, markPosted))) clear();
    else keepPosted();
    insertTyped();
  };
  const sendPicked = async (files: File[]) => {
    // After the send, `useRestoreFocus` returns the focus only to an input that had the focus.
    focusInput();
    await dispatch(sendImages(files));
    insertTyped();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    void send();
  };

  return (
    <>
      <form className={styles.bar} aria-label={chatStrings.newMessage} onSubmit={onSubmit}>
        <UploadProgress />
        <WaitingImages images={images} isDisabled={isSending} onRemove={onRemove} />
        <div className={styles.controls}>
          <ImagePicker isDisabled={isSending} onFiles={(files) => void sendPicked(files)} />
          <div className={styles.field} data-disabled={isSending}>
            <textarea
              ref={input}
              className={styles.text}
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
            className={styles.send}
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
