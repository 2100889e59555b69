import { createAction } from '@reduxjs/toolkit';
import { createApi, type BaseQueryApi } from '@reduxjs/toolkit/query';
import type { Message } from '../contract/message';
import { servicesOf } from '../app/hooks';
import { INITIAL_ROWS } from '../contract/constants';
import { hashOf } from '../platform/hash';
import { baseQuery, failure } from './baseQuery';
import { parseHistory, parseHistoryTail } from '../contract/parseHistory';

export interface HistoryRequest {
  userId: number;
  /** Unique: RTK Query makes no second request while one with the same argument is pending. */
  requestKey: string;
  /** Whether the list has a history. An unchanged response is then not parsed. */
  isRefetch?: boolean;
}

/** The last messages of a long history are parsed. The others are not parsed yet. */
export const historyTailLoaded = createAction<HistoryRequest & { messages: Message[] }>(
  'api/historyTailLoaded',
);

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

async function parseHistoryResponse(request: HistoryRequest, text: string, queryApi: BaseQueryApi) {
  const { userId, isRefetch } = request;
  const { historyHashes, nextFrame } = servicesOf(queryApi);
  const frame = () => new Promise<void>(nextFrame);
  // Only a refetch yields, because the first history is painted as early as possible.
  const yieldIfRefetch = () => (isRefetch ? frame() : undefined);
  const tail = isRefetch ? undefined : parseHistoryTail(text, userId, INITIAL_ROWS);
  if (tail) {
    queryApi.dispatch(historyTailLoaded({ ...request, messages: tail }));
    // The callback of a frame runs before the paint, so the second one runs after it.
    await frame();
    await frame();
  }
  await yieldIfRefetch();
  const hash = hashOf(text);
  if (isRefetch && hash === historyHashes.get(userId)) return { data: null };
  await yieldIfRefetch();
  const items = parseJson(text);
  if (!Array.isArray(items)) return failure('UNUSABLE_HISTORY');
  historyHashes.set(userId, hash);
  await yieldIfRefetch();
  const messages = parseHistory(items, userId);
  await yieldIfRefetch();
  return { data: messages };
}

/** The calls of the provider (S7). Every failure is an `ApiError`. */
export const api = createApi({
  baseQuery,
  keepUnusedDataFor: 0,
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
    /** Returns null if the response of a refetch equals the last valid response. */
    history: build.query<Message[] | null, HistoryRequest>({
      queryFn: async (request, queryApi, _, query) => {
        const { userId } = request;
        const { data, error } = await query({ path: `messages/${userId}`, userId });
        return error ? { error } : parseHistoryResponse(request, data, queryApi);
      },
      // Sharing would compare all messages, which mergeHistory does anyway.
      structuralSharing: false,
    }),
    send: build.mutation<null, Message>({
      query: (body) => ({ path: 'send', body, userId: body.fromUserId, isBodyIgnored: true }),
      transformResponse: () => null,
    }),
    /** Uploads the file that is in `services.uploads` under `key`. Returns the image's URL. */
    upload: build.mutation<string, { userId: number; key: string; name: string }>({
      queryFn: async ({ key, name, userId }, queryApi, _, query) => {
        const file = servicesOf(queryApi).uploads.get(key);
        if (!file) return failure('MISSING_IMAGE');
        const body = new FormData();
        body.append('file', file, name);
        const { data, error } = await query({ path: 'upload', body, userId });
        if (error) return { error };
        const imageUrl = textField(data, 'imageUrl');
        return imageUrl === '' ? failure('UNUSABLE_UPLOAD') : { data: imageUrl };
      },
    }),
  }),
});
