import {
  type ChangeEvent,
  type KeyboardEvent,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useSelector } from 'react-redux';
import { Spinner } from '../common/Spinner';
import { strings } from '../common/strings';
import { typed } from '../provider/hub';
import { useAppDispatch } from '../provider/useAppDispatch';
import styles from './Composer.module.css';
import { readDraft, saveDraft } from './draft';
import { SendIcon } from './icons';
import { selectIsSending } from './messagesSlice';
import { PicturePicker } from './PicturePicker';
import { sendText } from './sendMessage';
import { UploadStatus } from './UploadStatus';
import { useFocusKept } from './useFocusKept';

/** Where keys are not on the screen, focus calls up no keyboard that would move everything. */
const hasKeyboard = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/** Makes a textarea as high as its text; how high at most is for the style sheet to say. */
function grow(input: HTMLTextAreaElement) {
  input.style.height = 'auto';
  input.style.height = `${String(input.scrollHeight)}px`;
}

/** While an input method composes a text. */
const isComposing = ({ nativeEvent }: KeyboardEvent) =>
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari says it by the key code alone
  nativeEvent.isComposing || nativeEvent.keyCode === 229;

/** The bottom bar (spec 2, 5): attach, text input, send. */
export function Composer() {
  const dispatch = useAppDispatch();
  const isSending = useSelector(selectIsSending);
  const [text, setText] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  useFocusKept(input, isSending);
  useLayoutEffect(() => {
    // What was typed before the app was there stands in the input already.
    setText(dispatch(readDraft()) + (input.current?.value ?? ''));
  }, [dispatch]);
  useLayoutEffect(() => {
    if (input.current) grow(input.current);
  }, [text]);
  useEffect(() => {
    if (hasKeyboard()) input.current?.focus({ preventScroll: true });
  }, []);

  const write = (next: string) => {
    setText(next);
    dispatch(saveDraft(next));
  };
  const send = async () => {
    if (!(await dispatch(sendText(text)))) return;
    // At once: an Enter before the next render would find the input free, and the sent text in it.
    flushSync(() => {
      write('');
    });
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
  const onChange = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    write(target.value);
    dispatch(typed());
  };

  return (
    <form className={styles['bar']} aria-label={strings.newMessage} onSubmit={onSubmit}>
      <UploadStatus />
      <div className={styles['controls']}>
        <PicturePicker isDisabled={isSending} />
        <div className={styles['field']} data-disabled={isSending}>
          <textarea
            ref={input}
            className={styles['text']}
            rows={1}
            placeholder={strings.messagePlaceholder}
            aria-label={strings.messagePlaceholder}
            enterKeyHint="send"
            disabled={isSending}
            value={text}
            onChange={onChange}
            onKeyDown={onKeyDown}
          />
        </div>
        <button
          className={styles['send']}
          type="submit"
          aria-label={strings.send}
          title={strings.send}
          aria-busy={isSending}
          disabled={isSending || text.trim() === ''}
          // A press leaves the focus in the input, so that a phone's keyboard stays.
          onPointerDown={(event) => {
            event.preventDefault();
          }}
        >
          {isSending ? <Spinner /> : <SendIcon />}
        </button>
      </div>
    </form>
  );
}
