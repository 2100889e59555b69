import type { TextStorage } from '../platform/storage';

const KEY = 'logout';

/** A mark of the last logout, because a suspended or discarded tab receives no event. */
export type LogoutMark = ReturnType<typeof createLogoutMark>;

/**
 * Creates the mark.
 * @param shared storage of all tabs
 * @param own storage of this tab, which holds the last logout that the tab knows
 */
export const createLogoutMark = (shared: TextStorage, own: TextStorage) => ({
  set: () => shared.setItem(KEY, String(Date.now())),
  /** Returns whether the customer has logged out, in any tab, since the last call in this tab. */
  isNew(): boolean {
    const last = shared.getItem(KEY) ?? '';
    const isNew = last !== (own.getItem(KEY) ?? '');
    if (isNew) own.setItem(KEY, last);
    return isNew;
  },
});
