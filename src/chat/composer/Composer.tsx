import {
  type RefObject,
  type SubmitEvent,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { chatStrings } from '../../ui/chatStrings';
import { keystrokeTyped } from '../../hub/hubActions';
import { type AppThunk, useAppDispatch, useAppSelector } from '../../app/hooks';
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

/** Focuses the input when it appears. After a sign-in by Enter, the keyboard of the login stays. */
function useInitialFocus(input: TextArea) {
  // The first render precedes the removal of the login.
  const [isAfterEnter] = useState(
    () => typeof document !== 'undefined' && !!document.activeElement?.matches('[type=tel]'),
  );
  // An effect would run after the keyboard has begun to close.
  useLayoutEffect(() => focusInput(input, isAfterEnter), [input, isAfterEnter]);
}

function useSend() {
  const dispatch = useAppDispatch();
  const isSending = useAppSelector(selectIsSending);
  const controller = useRef<AbortController>(null);
  const run = (send: (signal: AbortSignal) => AppThunk<Promise<void>>) => {
    // The controller belongs to the running send.
    if (isSending) return;
    controller.current = new AbortController();
    void dispatch(send(controller.current.signal));
  };
  return { isSending, run, cancel: () => controller.current?.abort() };
}

/**
 * Sends the text that an Enter has submitted before hydration, unless it was edited since. The rest
 * follows, as if it had been typed during the send.
 */
function useEarlySubmit(
  input: TextArea,
  hidden: TextArea,
  saveText: () => void,
  onSend: () => void,
) {
  const send = useEffectEvent(() => {
    const { submitted } = document.body.dataset;
    delete document.body.dataset.submitted;
    const [shown, rest] = [input.current, hidden.current];
    if (!submitted || !rest || !shown?.value.includes(`${submitted}\n`)) return;
    rest.value = shown.value.replace(`${submitted}\n`, '');
    shown.value = submitted;
    saveText();
    onSend();
  });
  useLayoutEffect(() => send(), []);
}

/** The bottom bar (S2, S5), below the upload progress and the waiting images. */
export function Composer({ waitingImages }: { waitingImages: WaitingImagesState }) {
  const dispatch = useAppDispatch();
  const { isSending, run, cancel } = useSend();
  const { input, hasChanged, saveText } = useDraft();
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
    const text = input.current?.value ?? '';
    const waiting = images.filter((image) => chosen.includes(image));
    run((signal) => sendDraft({ text, images: waiting, signal }));
  };
  const onPick = (files: File[], isByKey: boolean) => {
    // The input has the focus after the send only if it had the focus before.
    focusInput(input, isByKey);
    void checkFiles(files);
    run((signal) => sendPickedImages(files, signal));
  };
  const options = { input, images, isDisabled: isSending, onChange, onSend };
  // Must follow `useDraft`: its effect clears the sent text, and then this hook's effect appends.
  const { hidden, onEnter } = useInputDuringSend(options);
  useEarlySubmit(input, hidden, saveText, () => onSend(images));
  // A press of the send button, or of Enter (`handleEnter`).
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) onEnter();
    else onSend(images);
  };
  const bar = { onSubmit, onFocus: saveIfChanged, onPointerDown: saveIfChanged };

  return (
    <>
      <form className={styles.bar} aria-label={chatStrings.newMessage} {...bar}>
        <UploadProgress onCancel={cancel} />
        <WaitingImages {...{ images, hasRefusedFile, isDisabled: isSending, onRemove }} />
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
