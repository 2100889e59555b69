import { useAppSelector } from '../../app/hooks';
import { chatStrings } from '../../ui/chatStrings';
import { Icon } from '../../ui/Icon';
import { selectHasHistory, selectIsLoading } from '../../messages/messagesSlice';
import { CustomerNumber } from '../CustomerNumber';
import listStyles from './MessageList.module.css';
import styles from './ListPlaceholder.module.css';

/**
 * Shows the loading text (S2), or the text of an empty conversation and the customer's number, so
 * that the customer notices a wrong number. A failed history shows nothing: there may be messages.
 */
export function ListPlaceholder({ isEmpty }: { isEmpty: boolean }) {
  const isLoading = useAppSelector(selectIsLoading);
  const hasHistory = useAppSelector(selectHasHistory);
  if (isLoading) {
    return (
      <>
        <p className={listStyles.note}>{chatStrings.loadingMessages}</p>
        {isEmpty && (
          <div className={styles.skeleton} aria-hidden>
            <span />
            <span />
            <span />
            <span />
          </div>
        )}
      </>
    );
  }
  if (!isEmpty || !hasHistory) return null;
  return (
    <div className={styles.empty}>
      <Icon name="operator" size={44} />
      <p className={listStyles.note}>{chatStrings.noMessages}</p>
      <CustomerNumber />
    </div>
  );
}
