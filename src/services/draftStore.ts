import type { TextStorage } from './storage';

/** An unsent text, or a text whose POST has begun. */
export interface Draft {
  text: string;
  posted?: {
    timestamp: string;
    /** Number of own messages with this text before the POST; missing if unknown. */
    copies?: number;
  };
}

/** Keeps one user's draft in one tab, so that it survives a reload. */
export interface DraftStore {
  /** @returns a draft with an empty text if this user has none */
  read(userId: number): Draft;
  save(userId: number, draft: Draft): void;
  clear(): void;
}

const KEY = 'draft';
const NO_DRAFT: Draft = { text: '' };

/** Creates the store on `sessionStorage`, which lives as long as its tab. */
export function createDraftStore(storage: TextStorage): DraftStore {
  const clear = () => {
    storage.removeItem(KEY);
  };
  return {
    read(userId) {
      try {
        const draft = JSON.parse(storage.getItem(KEY) ?? '{}') as Draft & { userId: number };
        return draft.userId === userId && typeof draft.text === 'string' ? draft : NO_DRAFT;
      } catch {
        return NO_DRAFT;
      }
    },
    save(userId, draft) {
      if (draft.text === '') clear();
      else storage.setItem(KEY, JSON.stringify({ userId, ...draft }));
    },
    clear,
  };
}
