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
import { isComposing } from './keys';
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

function useSend(onEnd: () => void) {
  const dispatch = useAppDispatch();
  const controller = useRef<AbortController>(null);
  const run = async (send: (signal: AbortSignal) => AppThunk<Promise<void>>) => {
    controller.current = new AbortController();
    await dispatch(send(controller.current.signal));
    onEnd();
  };
  return { run, cancel: () => controller.current?.abort() };
}

interface TextInputProps {
  input: RefObject<HTMLTextAreaElement | null>;
  isDisabled: boolean;
  onChange: () => void;
  onSend: () => void;
}

/** The text input. Enter without Shift sends (S2). */
function TextInput({ input, isDisabled, onChange, onSend }: TextInputProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    onSend();
  };
  return (
    <div className={styles.field} data-disabled={isDisabled}>
      <textarea
        ref={input}
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
        onChange={onChange}
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
  const { input, isBlank, saveText, markPosted } = useDraft();
  const { images, addFiles, removeImage, markImagePosted } = waitingImages;
  const onChange = () => {
    saveText();
    dispatch(keystrokeTyped());
  };
  const resumeTyping = useTypingAhead(input, isSending, onChange);
  const { run, cancel } = useSend(resumeTyping);
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
  const send = () => {
    const text = input.current?.value ?? '';
    void run((signal) => sendMessage({ text, images, onPost, signal }));
  };
  const sendPicked = (files: File[]) => {
    // `resumeTyping` focuses the input after the send only if it had the focus before.
    focusInput(input);
    void run((signal) => sendImages(files, signal));
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };

  return (
    <>
      <form className={styles.bar} aria-label={chatStrings.newMessage} onSubmit={onSubmit}>
        <UploadProgress onCancel={cancel} />
        <WaitingImages images={images} isDisabled={isSending} onRemove={onRemove} />
        <div className={styles.controls}>
          <ImagePicker isDisabled={isSending} onFiles={sendPicked} />
          <TextInput input={input} isDisabled={isSending} onChange={onChange} onSend={send} />
          <SendButton isEmpty={isBlank && images.length === 0} isSending={isSending} />
        </div>
      </form>
      <ImageDrop onFiles={onFiles} />
    </>
  );
}
