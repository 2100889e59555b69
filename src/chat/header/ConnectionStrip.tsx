import { retryRequested } from '../../hub/hubActions';
import { useAppDispatch, useAppSelector } from '../../app/hooks';
import { selectLogout } from '../../session/sessionSlice';
import { chatStrings } from '../../ui/chatStrings';
import { keepFocus } from '../../ui/keepFocus';
import { Spinner } from '../../ui/Spinner';
import styles from './ConnectionStrip.module.css';
import { useStripState } from './useStripState';

/** Names the state of an outage (S2). The end of an outage is announced, but not shown. */
export function ConnectionStrip() {
  const dispatch = useAppDispatch();
  const named = useStripState();
  const state = useAppSelector(selectLogout) ? null : named;
  const isVisible = state !== null && state !== 'Connected';
  return (
    <div className={isVisible ? styles.strip : 'visually-hidden'}>
      {isVisible && state !== 'Disconnected' && <Spinner />}
      {/* Always rendered: screen readers announce changes of a region that they already know. */}
      <p className={styles.text} role="status">
        {state && chatStrings.connection[state]}
      </p>
      {state === 'Disconnected' && (
        <button
          className={styles.reconnect}
          type="button"
          onClick={({ currentTarget }) => {
            // The action unmounts this button, whose keyboard focus would move to `document.body`.
            if (currentTarget.matches(':focus')) document.querySelector('textarea')?.focus();
            dispatch(retryRequested());
          }}
          onPointerDown={keepFocus}
        >
          {chatStrings.reconnect}
        </button>
      )}
    </div>
  );
}
