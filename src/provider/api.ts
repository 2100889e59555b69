import { createApi } from '@reduxjs/toolkit/query';
import type { Message } from '../common/message';
import type { User } from '../common/user';
import { providerQuery } from './providerQuery';
import { handOnEnd, readHistory } from './readHistory';
import type { Services } from './services';
import { readUser } from './token';

export interface HistoryRequest {
  userId: number;
  /** Tells two requests apart that are under way at once. */
  request: number;
}

/** A picture to upload; the file itself waits in `services.pictures` under this key. */
export interface Picture {
  key: string;
  name: string;
}

const unusable = (what: string) => ({ error: { status: `UNUSABLE_${what}` } });

/** A text field of an answer, if the answer has it. */
function fieldOf(answer: unknown, name: string): string | undefined {
  const value = (answer as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The four calls of the provider (spec 7). Every failure is a `ProviderError`. */
export const api = createApi({
  baseQuery: providerQuery,
  keepUnusedDataFor: 0,
  endpoints: (build) => ({
    /** Stores the token of the answer and answers with the user, so that the token stays out of the store. */
    login: build.mutation<User, { username: string; password: string }>({
      queryFn: async (body, { extra }, _, query) => {
        const answer = await query({ url: 'login', method: 'POST', body });
        if (answer.error) return { error: answer.error };
        const token = fieldOf(answer.data, 'newtoken');
        const user = token === undefined ? undefined : readUser(token);
        if (token === undefined || !user) return unusable('TOKEN');
        (extra as Services).tokens.save(token);
        return { data: user };
      },
    }),
    history: build.query<Message[], HistoryRequest>({
      queryFn: async ({ userId }, { extra, dispatch }, _, query) => {
        const responseHandler = async (response: Response): Promise<unknown> => {
          const json = await response.text();
          await handOnEnd(json, userId, dispatch, extra as Services);
          return json === '' ? null : JSON.parse(json);
        };
        const { data, error } = await query({ url: `messages/${String(userId)}`, responseHandler });
        if (error) return { error };
        return Array.isArray(data) ? { data: readHistory(data, userId) } : unusable('HISTORY');
      },
      // Each answer stands for itself; the merge compares.
      structuralSharing: false,
    }),
    send: build.mutation<null, Message>({
      query: (body) => ({ url: 'send', method: 'POST', body }),
      transformResponse: () => null,
      extraOptions: { isAnswerIgnored: true },
    }),
    upload: build.mutation<{ imageUrl: string }, Picture>({
      queryFn: async ({ key, name }, { extra }, _, query) => {
        const file = (extra as Services).pictures.get(key);
        if (!file) return unusable('PICTURE');
        const body = new FormData();
        body.append('file', file, name);
        const answer = await query({ url: 'upload', method: 'POST', body });
        if (answer.error) return { error: answer.error };
        const imageUrl = fieldOf(answer.data, 'imageUrl');
        return imageUrl === undefined ? unusable('UPLOAD') : { data: { imageUrl } };
      },
      extraOptions: { isUpload: true },
    }),
  }),
});
