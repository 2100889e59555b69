import {
  type ChangeEvent,
  type KeyboardEvent,
  type SubmitEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useSelector } from 'react-redux';
import { ImageIcon, SendIcon } from '../common/icons';
import { strings } from '../common/strings';
import { typed } from '../provider/hub';
import { useAppDispatch } from '../provider/useAppDispatch';
import styles from './Composer.module.css';
import { selectIsSending } from './messagesSlice';
import { sendImage, sendText } from './sendMessage';
import { useFocusKept } from './useFocusKept';

/** The bottom bar (spec 2, 5): attach, text input, send. */
export function Composer() {
  const dispatch = useAppDispatch();
  const isSending = useSelector(selectIsSending);
  const [text, setText] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  useFocusKept(input, isSending);

  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    element.style.height = 'auto';
    const border = element.offsetHeight - element.clientHeight;
    element.style.height = `${String(element.scrollHeight + border)}px`;
  }, [text]);

  const send = async () => {
    if (await dispatch(sendText(text))) setText('');
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const onChange = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    setText(target.value);
    dispatch(typed());
  };
  const onPick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Emptied, so that the same picture can be picked again.
    target.value = '';
    if (file?.type.startsWith('image/')) void dispatch(sendImage(file));
  };

  return (
    <form className={styles['bar']} aria-label={strings.newMessage} onSubmit={onSubmit}>
      <input ref={picker} type="file" accept="image/*" hidden onChange={onPick} />
      <button
        className={styles['attach']}
        type="button"
        aria-label={strings.attachImage}
        title={strings.attachImage}
        disabled={isSending}
        onClick={() => picker.current?.click()}
      >
        <ImageIcon />
      </button>
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
        <SendIcon />
      </button>
    </form>
  );
}
