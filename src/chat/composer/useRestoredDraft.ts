import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { useAppStore, useServices } from '../../app/hooks';
import { OPERATOR_ID } from '../../contract/constants';
import { sendResumed } from '../../messages/sendingActions';
import { selectUserId } from '../../session/sessionSlice';

interface RestoredDraftOptions {
  input: RefObject<HTMLTextAreaElement | null>;
  /** The textarea for what is typed during a send. */
  hidden: RefObject<HTMLTextAreaElement | null>;
  fitText: () => void;
  saveText: () => void;
  onSend: () => void;
}

/** Returns what follows the draft in the input. The browser may have restored the draft there. */
const withoutDraft = (value: string, draft: string) =>
  value.startsWith(draft) ? value.slice(draft.length) : value;

/**
 * Shows the draft, and what the customer has typed into the prerendered input. Sends the text that an
 * Enter has submitted before hydration, unless it was edited since. If the POST of the draft had begun,
 * the send goes on, because the text may be stored. The rest follows, as if it had been typed during
 * the send. The user is read from the store, because hydration renders the prerendered user 0.
 */
export function useRestoredDraft(options: RestoredDraftOptions) {
  const { input, hidden, fitText, saveText, onSend } = options;
  const { drafts } = useServices();
  const store = useAppStore();
  const restore = useEffectEvent(() => {
    // `build/inlineScript` has stored what was submitted, and put a line break behind it.
    const { submitted } = document.body.dataset;
    delete document.body.dataset.submitted;
    const [element, rest] = [input.current, hidden.current];
    if (!element || !rest) return;
    const fromUserId = selectUserId(store.getState());
    const { text, posted } = drafts.read(fromUserId);
    const typed = withoutDraft(element.value, text);
    if (posted) {
      element.value = text;
      rest.value += typed;
      fitText();
      const { copies, ...fields } = posted;
      const message = { fromUserId, toUserId: OPERATOR_ID, text, ...fields };
      store.dispatch(sendResumed({ message, copies }));
      return;
    }
    element.value = text + typed;
    const isSubmitted = submitted && element.value.includes(`${submitted}\n`);
    if (isSubmitted) {
      rest.value = element.value.replace(`${submitted}\n`, '');
      element.value = submitted;
    }
    saveText();
    if (isSubmitted) onSend();
  });
  useLayoutEffect(() => restore(), []);
}
