import { createApi } from '@reduxjs/toolkit/query';
import { servicesOf } from '../app/hooks';
import type { Message } from '../contract/message';
import { parseHistory } from '../contract/parseHistory';
import { baseQuery, failure } from './baseQuery';

/** Why a history is fetched. DevTools shows it with each request. */
export type FetchReason =
  | 'opened'
  | 'reconnected'
  | 'connected'
  | 'shown'
  | 'undecided'
  | 'noHub'
  | 'failed'
  | 'lagging'
  | 'doubted';

export interface HistoryRequest {
  userId: number;
  reason: FetchReason;
  /** Number of failed requests before this one. */
  failures: number;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a text field of a JSON response; '' if the response has none. */
function textField(json: string, name: string): string {
  const value = (parseJson(json) as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/**
 * The calls of the provider (S7). Every failure is an `ApiError`. The history is a mutation too: its
 * messages belong to the list, not to a cache, and two requests at a time must not become one.
 */
export const api = createApi({
  baseQuery,
  endpoints: (build) => ({
    /** Saves the token. Returns null, so that no action or state holds the token. */
    login: build.mutation<null, { username: string; password: string }>({
      queryFn: async (body, queryApi, _, query) => {
        const { data, error } = await query({ path: 'login', body });
        if (error) return { error };
        const isSaved = servicesOf(queryApi).tokens.save(textField(data, 'newtoken'));
        return isSaved ? { data: null } : failure('UNUSABLE_TOKEN');
      },
    }),
    history: build.mutation<Message[], HistoryRequest>({
      queryFn: async ({ userId }, _api, _, query) => {
        const { data, error } = await query({ path: `messages/${userId}`, userId });
        if (error) return { error };
        // ASP.NET Core responds 204 or null if a new customer has no list yet.
        const items = /^\s*(?:null\s*)?$/.test(data) ? [] : parseJson(data);
        if (!Array.isArray(items)) return failure('UNUSABLE_HISTORY');
        return { data: parseHistory(items, userId) };
      },
    }),
    send: build.mutation<null, Message>({
      query: (body) => ({ path: 'send', body, userId: body.fromUserId, isBodyIgnored: true }),
      transformResponse: () => null,
    }),
    /** Returns the image's URL. */
    upload: build.mutation<string, { userId: number; file: File }>({
      queryFn: async ({ userId, file }, _api, _, query) => {
        const body = new FormData();
        body.append('file', file, file.name);
        const { data, error } = await query({ path: 'upload', body, userId });
        if (error) return { error };
        const imageUrl = textField(data, 'imageUrl');
        return imageUrl === '' ? failure('UNUSABLE_UPLOAD') : { data: imageUrl };
      },
    }),
  }),
});
