import { createApi } from '@reduxjs/toolkit/query';
import { parseHistory, type Message } from '../contract/message';
import { baseQuery } from './baseQuery';

interface HistoryRequest {
  userId: number;
  /** Why the history is fetched. DevTools shows it with each request. */
  reason: string;
  /** Unix time in ms. Without it, RTK Query would drop a request that equals a pending one. */
  requestedAt: number;
}

/** Returns a text field of a parsed response; undefined if it is missing or empty. */
function textField(json: unknown, name: string): string | undefined {
  const value = (json as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * The calls of the provider (S7). A failed call has an `ApiError`; only a bug throws another error.
 * The messages of a history belong to the list, so the query's cache keeps nothing.
 */
export const api = createApi({
  baseQuery,
  endpoints: (build) => ({
    /** Saves the token. A success has the data null, so that no action or state holds the token. */
    login: build.mutation<null, { username: string; password: string }>({
      query: (body) => ({
        path: 'login',
        body,
        parse: (json, { tokens }) =>
          tokens.save(textField(json, 'newtoken') ?? '') ? null : undefined,
      }),
    }),
    history: build.query<Message[], HistoryRequest>({
      keepUnusedDataFor: 0,
      query: ({ userId }) => ({
        path: `messages/${userId}`,
        userId,
        parse: (json) => parseHistory(json, userId),
      }),
    }),
    send: build.mutation<null, Message>({
      query: (body) => ({ path: 'send', userId: body.fromUserId, body }),
    }),
    /** Its data is the image's URL. */
    upload: build.mutation<string, { userId: number; file: File }>({
      query: ({ userId, file }) => {
        const body = new FormData();
        body.append('file', file);
        return { path: 'upload', userId, body, parse: (json) => textField(json, 'imageUrl') };
      },
    }),
  }),
});
