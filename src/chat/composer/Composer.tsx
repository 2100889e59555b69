import { type KeyboardEvent, type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import { Spinner } from '../../ui/Spinner';
import { chatStrings } from '../../ui/chatStrings';
import { keystrokeTyped } from '../../hub/hubActions';
import { type AppThunk, useAppDispatch, useAppSelector } from '../../app/hooks';
import { IconButton } from '../../ui/IconButton';
import { SendIcon } from '../../ui/icons';
import styles from './Composer.module.css';
import { keepFocus } from '../../ui/keepFocus';
import { selectIsSending } from '../../messages/sendingSlice';
import { ImageDrop } from './ImageDrop';
import { ImagePicker } from './ImagePicker';
import { isSendKey } from './keys';
import {
  type PostedMessage,
  sendImages,
  sendMessage,
  type WaitingImage,
} from '../../messages/sending';
import { UploadProgress } from './UploadProgress';
import { useDraft } from './useDraft';
import { useTypingAhead } from './useTypingAhead';
import type { WaitingImagesState } from './useWaitingImages';
import { WaitingImages } from './WaitingImages';

/** Focuses the input, unless an on-screen keyboard would open: a mouse implies a real keyboard. */
function focusInput(input: RefObject<HTMLTextAreaElement | null>) {
  const hasKeyboard = window.matchMedia('(hover: hover) and (pointer: fine)').matches;
  if (hasKeyboard) input.current?.focus({ preventScroll: true });
}

function useSend(isSending: boolean) {
  const dispatch = useAppDispatch();
  const controller = useRef<AbortController>(null);
  const run = (send: (signal: AbortSignal) => AppThunk<Promise<void>>) => {
    // The controller belongs to the running send.
    if (isSending) return;
    controller.current = new AbortController();
    void dispatch(send(controller.current.signal));
  };
  return { run, cancel: () => controller.current?.abort() };
}

interface TextInputProps {
  input: RefObject<HTMLTextAreaElement | null>;
  isDisabled: boolean;
  onChange: () => void;
  images: WaitingImage[];
  /** @param images to send with the text */
  onSend: (images: WaitingImage[]) => void;
}

/** The text input (S2), and the hidden one that has the focus while a send disables it. */
function TextInput({ input, isDisabled, onChange, images, onSend }: TextInputProps) {
  const { hidden, onEnter } = useTypingAhead({ input, images, onInsert: onChange, onSend });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    if (!isDisabled) onSend(images);
    // A key that is held down would send again and again.
    else if (!event.repeat) onEnter();
  };
  return (
    <div className={styles.field} data-disabled={isDisabled}>
      <textarea
        ref={input}
        id="message-input"
        className={styles.text}
        rows={1}
        placeholder={chatStrings.messagePlaceholder}
        aria-label={chatStrings.messageLabel}
        // The bubble of the text has the same direction.
        dir="auto"
        enterKeyHint="send"
        // Otherwise the browser could restore the text of a message that was sent.
        autoComplete="off"
        disabled={isDisabled}
        onInput={onChange}
        onKeyDown={onKeyDown}
      />
      <textarea
        ref={hidden}
        className={styles.ahead}
        hidden={!isDisabled}
        aria-label={chatStrings.messageLabel}
        // So a screen reader has nothing to say about the focus.
        aria-activedescendant="message-input"
        enterKeyHint="send"
        tabIndex={-1}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

function SendButton({ isEmpty, isSending }: { isEmpty: boolean; isSending: boolean }) {
  return (
    <IconButton
      className={styles.send}
      type="submit"
      label={chatStrings.send}
      aria-busy={isSending}
      disabled={isSending || isEmpty}
      onPointerDown={keepFocus}
    >
      {isSending ? <Spinner /> : <SendIcon />}
    </IconButton>
  );
}

interface ComposerProps {
  waitingImages: WaitingImagesState;
}

/** The bottom bar (S2, S5), below the upload progress and the waiting images. */
export function Composer({ waitingImages }: ComposerProps) {
  const dispatch = useAppDispatch();
  const isSending = useAppSelector(selectIsSending);
  const { input, isBlank, hasChanged, saveText, markPosted } = useDraft();
  const { images, addFiles, removeImage, markImagePosted } = waitingImages;
  const onChange = () => {
    saveText();
    dispatch(keystrokeTyped());
  };
  /** A script can write the value without an event. */
  const onReach = () => {
    if (hasChanged()) onChange();
  };
  const { run, cancel } = useSend(isSending);
  useEffect(() => focusInput(input), [input]);

  const onRemove = (image: WaitingImage) => {
    removeImage(image);
    focusInput(input);
  };
  const onFiles = (files: File[]) => {
    void addFiles(files);
    focusInput(input);
  };
  const onPost = (message: PostedMessage, image?: WaitingImage) => {
    markPosted(message);
    if (image) markImagePosted(image, message.timestamp);
  };
  const send = (chosen: WaitingImage[]) => {
    const text = input.current?.value ?? '';
    const waiting = chosen.filter((image) => images.includes(image));
    run((signal) => sendMessage({ text, images: waiting, onPost, signal }));
  };
  const sendPicked = (files: File[]) => {
    // The input has the focus after the send only if it had the focus before.
    focusInput(input);
    run((signal) => sendImages(files, signal));
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    send(images);
  };

  return (
    <>
      <form
        className={styles.bar}
        aria-label={chatStrings.newMessage}
        onFocus={onReach}
        onPointerDown={onReach}
        onSubmit={onSubmit}
      >
        <UploadProgress onCancel={cancel} />
        <WaitingImages images={images} isDisabled={isSending} onRemove={onRemove} />
        <div className={styles.controls}>
          <ImagePicker isDisabled={isSending} onFiles={sendPicked} />
          <TextInput
            input={input}
            images={images}
            isDisabled={isSending}
            onChange={onChange}
            onSend={send}
          />
          <SendButton isEmpty={isBlank && images.length === 0} isSending={isSending} />
        </div>
      </form>
      <ImageDrop onFiles={onFiles} />
    </>
  );
}
