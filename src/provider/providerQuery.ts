import { createAction } from '@reduxjs/toolkit';
import { fetchBaseQuery, type BaseQueryFn, type FetchArgs } from '@reduxjs/toolkit/query';
import { API_PREFIX, REQUEST_TIMEOUT } from '../common/constants';
import { tokenExpired } from './hub';
import type { Services } from './services';
import { isExpired } from './token';

/** Why a call failed: the HTTP status, or what went wrong before or after one. Never a body. */
export interface ProviderError {
  status: number | string;
}

export interface ProviderOptions {
  /** The answer is not read: any 2xx is a success, whatever body follows. */
  isAnswerIgnored?: boolean;
  /** How far the request is becomes actions. */
  isUpload?: boolean;
}

/** So many percent of the picture are on their way. */
export const uploadProgressed = createAction<number>('upload/progressed');

/** The answer, of which the base query takes a copy for errors that show its text; ours do not. */
const readOnce = (answer: Response): Response =>
  Object.assign(answer, { clone: () => new Response() });

/** Makes a request that counts as soon as it is taken: what the answer holds is passed over. */
async function statusOf(request: RequestInfo): Promise<Response> {
  const { status, body } = await fetch(request);
  // To its end, so that the connection can be used again.
  void body?.pipeTo(new WritableStream()).catch(() => undefined);
  return new Response(null, { status });
}

/**
 * The base query of the four calls (spec 7): the API prefix on the provider host, credentials
 * included, the token as Bearer header (spec 6). It hands on data or a status and nothing else, so
 * that neither token nor headers reach an action.
 */
export const providerQuery: BaseQueryFn<
  string | FetchArgs,
  unknown,
  ProviderError,
  ProviderOptions
> = async (args, api, options: ProviderOptions | undefined) => {
  const services = api.extra as Services;
  const { host, tokens, now } = services;
  const token = tokens.read();
  let told = 0;
  const tellProgress = (fraction: number) => {
    const percent = Math.floor(fraction * 100);
    if (percent > told) api.dispatch(uploadProgressed((told = percent)));
  };
  const query = fetchBaseQuery({
    baseUrl: host + API_PREFIX,
    credentials: 'include',
    timeout: REQUEST_TIMEOUT,
    prepareHeaders: (headers) => {
      if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    },
    fetchFn: async (request) => {
      if (options?.isAnswerIgnored) return statusOf(request);
      const onProgress = options?.isUpload ? tellProgress : undefined;
      const answer = await services.fetch(new Request(request), onProgress);
      return answer.ok ? readOnce(answer) : new Response(null, { status: answer.status });
    },
  });
  const { data, error } = await query(args, api, {});
  if (!error) return { data };
  // Another tab may have signed in anew meanwhile.
  const isCurrent = token !== null && token === tokens.read();
  if (error.status === 401 && isCurrent && isExpired(token, now())) {
    api.dispatch(tokenExpired());
  }
  return { error: { status: error.status } };
};
