import type { TextStorage } from './storage';

/** An unsent text, or a text whose POST has begun. */
export interface Draft {
  text: string;
  posted?: {
    timestamp: string;
    /** Number of own messages with this text before the POST; missing if unknown. */
    copies?: number | undefined;
  };
  /** What was typed while it was unknown whether the posted text is stored. */
  typed?: string;
}

const KEY = 'draft';
const NO_DRAFT: Draft = { text: '' };

/** Keeps one user's draft in one tab, so that it survives a reload. */
export type DraftStore = ReturnType<typeof createDraftStore>;

/** Creates the store on `sessionStorage`, which lives as long as its tab. */
export function createDraftStore(storage: TextStorage, nextFrame: (callback: () => void) => void) {
  /** The draft to write; null if no write is pending. */
  let pending: (Draft & { userId: number }) | null = null;

  /** Writes a pending draft now. For `pagehide`, which can come before the next frame. */
  const flush = () => {
    if (pending?.text === '') storage.removeItem(KEY);
    else if (pending) storage.setItem(KEY, JSON.stringify(pending));
    pending = null;
  };
  return {
    /** @returns a draft with an empty text if this user has none */
    read(userId: number): Draft {
      flush();
      try {
        const draft = JSON.parse(storage.getItem(KEY) ?? '{}') as Draft & { userId: number };
        return draft.userId === userId && typeof draft.text === 'string' ? draft : NO_DRAFT;
      } catch {
        return NO_DRAFT;
      }
    },
    /** Saves a draft. Writes it after the next frame, so that a key press is painted first. */
    save(userId: number, draft: Draft) {
      const isFrameRequested = pending !== null;
      pending = { userId, ...draft };
      if (!isFrameRequested) nextFrame(flush);
    },
    flush,
    clear() {
      pending = null;
      storage.removeItem(KEY);
    },
  };
}
