import { type RefObject, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import { chatStrings } from '../../ui/chatStrings';
import { keystrokeTyped } from '../../hub/hubActions';
import { useAppDispatch, useAppSelector, useAppStore } from '../../app/hooks';
import styles from './Composer.module.css';
import { selectIsSending } from '../../messages/sendingSlice';
import { ImageDrop } from './ImageDrop';
import { ImagePicker } from './ImagePicker';
import { sendPickedImages, sendDraft, type WaitingImage } from '../../messages/sending';
import { SendButton } from './SendButton';
import { TextInput } from './TextInput';
import { UploadProgress } from './UploadProgress';
import { useDraft } from './useDraft';
import { useInputDuringSend } from './useInputDuringSend';
import { useRestoredDraft } from './useRestoredDraft';
import type { WaitingImagesState } from './useWaitingImages';
import { WaitingImages } from './WaitingImages';

type TextArea = RefObject<HTMLTextAreaElement | null>;

/**
 * Focuses the input, unless an on-screen keyboard would open: a mouse implies a real keyboard.
 * @param hasKeyboard whether a key was pressed, or the on-screen keyboard is open already
 */
function focusInput(input: TextArea, hasKeyboard: boolean) {
  const hasMouse = window.matchMedia('(hover: hover) and (pointer: fine)').matches;
  if (hasMouse || hasKeyboard) input.current?.focus({ preventScroll: true });
}

/** Returns whether the focus is shown, as it is after a key. */
const isFocusVisible = () => document.activeElement?.matches(':focus-visible') ?? false;

/** Focuses the input when it appears. After a login by Enter, the keyboard of the login stays. */
function useInitialFocus(input: TextArea) {
  // The first render precedes the removal of the login.
  const [isAfterEnter] = useState(
    () => typeof document !== 'undefined' && !!document.activeElement?.matches('[type=tel]'),
  );
  // An effect would run after the keyboard has begun to close.
  useLayoutEffect(() => focusInput(input, isAfterEnter), [input, isAfterEnter]);
}

type Running = Promise<unknown> & { abort: () => void };

function useSend() {
  const store = useAppStore();
  const isSending = useAppSelector(selectIsSending);
  const running = useRef<Running>(null);
  const run = async (start: () => Running) => {
    // A second press must not replace the send that `cancel` aborts.
    if (selectIsSending(store.getState())) return;
    const send = start();
    running.current = send;
    await send;
    // A promise keeps its arguments, the files, in memory. The next send can have begun meanwhile.
    if (running.current === send) running.current = null;
  };
  return { isSending, run, cancel: () => running.current?.abort() };
}

/** The bottom bar (S2, S5), below the waiting images and the upload progress. */
export function Composer({ waitingImages }: { waitingImages: WaitingImagesState }) {
  const dispatch = useAppDispatch();
  const { isSending, run, cancel } = useSend();
  const { input, hasChanged, fitText, saveText } = useDraft();
  const { images, hasRefusedFile, checkFiles, addFiles, removeImage } = waitingImages;
  useInitialFocus(input);

  const onChange = () => {
    saveText();
    dispatch(keystrokeTyped());
  };
  const saveIfChanged = () => {
    if (hasChanged()) onChange();
  };
  const onRemove = (image: WaitingImage) => {
    removeImage(image);
    focusInput(input, isFocusVisible());
  };
  const onFiles = (files: File[]) => {
    void addFiles(files);
    focusInput(input, isFocusVisible());
  };
  const onSend = (chosen: WaitingImage[]) => {
    // An image can have been removed or sent since Enter was pressed.
    const waiting = images.filter((image) => chosen.includes(image));
    void run(() => dispatch(sendDraft({ text: input.current?.value ?? '', images: waiting })));
  };
  const onPick = (files: File[], isByKey: boolean) => {
    // The input has the focus after the send only if it had the focus before.
    focusInput(input, isByKey);
    void checkFiles(files);
    void run(() => dispatch(sendPickedImages(files)));
  };
  const options = { input, images, isDisabled: isSending, onChange, onSend };
  // Must follow `useDraft`: its effect empties the input, and then this hook's effect appends.
  const { hidden, submitLater } = useInputDuringSend(options);
  useRestoredDraft({ input, hidden, fitText, saveText, onSend: () => onSend(images) });
  // A press of the send button, or of Enter (`handleEnter`).
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) submitLater();
    else onSend(images);
  };
  const bar = { onSubmit, onFocus: saveIfChanged, onPointerDown: saveIfChanged };

  return (
    <>
      <form className={styles.bar} aria-label={chatStrings.newMessage} {...bar}>
        <WaitingImages {...{ images, hasRefusedFile, isDisabled: isSending, onRemove }} />
        <UploadProgress onCancel={cancel} />
        <div className={styles.controls}>
          <ImagePicker isDisabled={isSending} onFiles={onPick} />
          <TextInput {...{ input, hidden, onChange }} isDisabled={isSending} />
          <SendButton {...{ input, isSending }} hasImages={images.length > 0} />
        </div>
      </form>
      <ImageDrop onFiles={onFiles} />
    </>
  );
}
