import { createAction } from '@reduxjs/toolkit';
import { createApi, type BaseQueryApi } from '@reduxjs/toolkit/query';
import type { Message } from '../conversation/message';
import { servicesOf } from '../services/redux';
import { INITIAL_ROWS } from '../shared/constants';
import { hashOf } from '../shared/hash';
import { baseQuery, failure, type ApiError } from './baseQuery';
import { parseHistory, parseHistoryTail } from './parseHistory';

export interface HistoryRequest {
  userId: number;
  /**
   * Unique for each request. RTK Query makes no second request while one with the same argument is
   * pending. Messages that arrive after the first request began would then be lost.
   */
  requestKey: string;
  /** Whether the list has a history. An unchanged response is then not parsed. */
  isRefetch?: boolean;
}

/** The last messages of a long history are parsed. The others are not parsed yet. */
export const historyTailLoaded = createAction<HistoryRequest & { messages: Message[] }>(
  'api/historyTailLoaded',
);

/** An image to upload. Its file is in `services.uploads` under `key`. */
export interface ImageUpload {
  userId: number;
  key: string;
  name: string;
}

type Result<Data> = { data: Data; error?: undefined } | { data?: undefined; error: ApiError };

/** Parses a JSON response. An empty response is null. */
function parseJson(text: string): Result<unknown> {
  try {
    return { data: text === '' ? null : (JSON.parse(text) as unknown) };
  } catch {
    return failure('PARSING_ERROR');
  }
}

/** Parses the JSON of a successful response, or returns the error of a failed one. */
const parseResponse = ({ data, error }: Result<string>): Result<unknown> =>
  error ? { error } : parseJson(data);

/** Returns a text field of a response; undefined if the field is missing or empty. */
function textField(response: unknown, name: string): string | undefined {
  const value = (response as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Parses the response of a history request. A refetch is parsed in several tasks.
 * @returns null if the response of a refetch equals the last valid response
 */
async function parseHistoryResponse(
  request: HistoryRequest,
  text: string,
  queryApi: BaseQueryApi,
): Promise<Result<Message[] | null>> {
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
  const { data, error } = parseJson(text);
  if (error) return { error };
  if (!Array.isArray(data)) return failure('UNUSABLE_HISTORY');
  historyHashes.set(userId, hash);
  await yieldIfRefetch();
  const messages = parseHistory(data, userId);
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
        const { data, error } = parseResponse(await query({ path: 'login', method: 'POST', body }));
        if (error) return { error };
        const token = textField(data, 'newtoken');
        const isSaved = token !== undefined && servicesOf(queryApi).tokens.save(token);
        return isSaved ? { data: null } : failure('UNUSABLE_TOKEN');
      },
    }),
    /** Returns null if the response of a refetch equals the last valid response. */
    history: build.query<Message[] | null, HistoryRequest>({
      queryFn: async (request, queryApi, _, query) => {
        const { userId } = request;
        const { data, error } = await query({ path: `messages/${String(userId)}`, userId });
        return error ? { error } : parseHistoryResponse(request, data, queryApi);
      },
      // Sharing would compare all messages, which mergeHistory does anyway.
      structuralSharing: false,
    }),
    send: build.mutation<null, Message>({
      query: (body) => ({
        path: 'send',
        method: 'POST',
        body,
        userId: body.fromUserId,
        isBodyIgnored: true,
      }),
      transformResponse: () => null,
    }),
    upload: build.mutation<{ imageUrl: string }, ImageUpload>({
      queryFn: async ({ key, name, userId }, queryApi, _, query) => {
        const file = servicesOf(queryApi).uploads.get(key);
        if (!file) return failure('MISSING_IMAGE');
        const body = new FormData();
        body.append('file', file, name);
        const { data, error } = parseResponse(
          await query({ path: 'upload', method: 'POST', body, userId, reportsProgress: true }),
        );
        if (error) return { error };
        const imageUrl = textField(data, 'imageUrl');
        return imageUrl === undefined ? failure('UNUSABLE_UPLOAD') : { data: { imageUrl } };
      },
    }),
  }),
});
