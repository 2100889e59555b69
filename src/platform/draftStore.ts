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
const NO_DRAFT: Draft = { text: '' };

/** Keeps one user's draft in one tab, so that it survives a reload. */
export type DraftStore = ReturnType<typeof createDraftStore>;

export const createDraftStore = (storage: TextStorage) => ({
  /** @returns a draft with an empty text if this user has none */
  read(userId: number): Draft {
    try {
      const draft = JSON.parse(storage.getItem(KEY) ?? '{}') as Draft & { userId: number };
      return draft.userId === userId && typeof draft.text === 'string' ? draft : NO_DRAFT;
    } catch {
      return NO_DRAFT;
    }
  },
  save(userId: number, draft: Draft) {
    if (draft.text === '') storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify({ userId, ...draft }));
  },
  clear() {
    storage.removeItem(KEY);
  },
});
