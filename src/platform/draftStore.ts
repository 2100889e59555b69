import type { TextStorage } from './storage';

/** An unsent text, or a text whose POST has begun. */
export interface Draft {
  text: string;
  posted?: {
    timestamp: string;
    imageUrl: string | null;
    /** Number of equal own messages before the POST; missing if no history had loaded. */
    copies?: number | undefined;
  };
}

const KEY = 'draft';
/** Key of a logout's time: the last logout of all tabs, and the last one that this tab has handled. */
const LOGOUT_KEY = 'logout';

/** Keeps one user's draft in one tab, so that it survives a reload. */
export type DraftStore = ReturnType<typeof createDraftStore>;

/** @param own storage of this tab @param shared storage of all tabs */
export const createDraftStore = (own: TextStorage, shared: TextStorage) => ({
  /** @returns a draft with an empty text if this user has none */
  read(userId: number): Draft {
    try {
      const draft = JSON.parse(own.getItem(KEY) ?? '{}') as Draft & { userId: number };
      return draft.userId === userId && typeof draft.text === 'string' ? draft : { text: '' };
    } catch {
      return { text: '' };
    }
  },
  save(userId: number, draft: Draft) {
    if (draft.text === '') own.removeItem(KEY);
    else own.setItem(KEY, JSON.stringify({ userId, ...draft }));
  },
  clear: () => own.removeItem(KEY),
  /** Marks a logout, because a suspended or discarded tab receives no event. */
  markLogout: () => shared.setItem(LOGOUT_KEY, String(Date.now())),
  /** Clears the draft if the customer has logged out in any tab since this tab's last call. */
  clearAfterLogout() {
    const last = shared.getItem(LOGOUT_KEY) ?? '';
    if (last === (own.getItem(LOGOUT_KEY) ?? '')) return;
    own.setItem(LOGOUT_KEY, last);
    own.removeItem(KEY);
  },
});
