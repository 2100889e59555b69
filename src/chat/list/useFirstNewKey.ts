import { useState } from 'react';
import type { Entry } from '../../conversation/entries';
import { useAppSelector } from '../../services/redux';
import { selectUser } from '../../session/sessionSlice';
import { selectHasHistory, selectIsPageHidden, selectUnread } from '../messagesSlice';
import { followAbsence, noAbsence } from './newMessages';

/** Returns the key of the first message that arrived while the page was hidden, if any. */
export function useFirstNewKey(entries: Entry[]): number | null {
  const userId = useAppSelector(selectUser)?.id;
  const hasHistory = useAppSelector(selectHasHistory);
  const isPageHidden = useAppSelector(selectIsPageHidden);
  const hasUnread = useAppSelector(selectUnread) > 0;
  const [absence, setAbsence] = useState(noAbsence);
  const snapshot = { entries, hasHistory, isPageHidden, hasUnread, userId };
  const next = followAbsence(absence, snapshot);
  if (next !== absence) setAbsence(next);
  return next.firstNewKey;
}
