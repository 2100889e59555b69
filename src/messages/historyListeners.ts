import {
  isAnyOf,
  nanoid,
  type ListenerEffectAPI,
  type TypedStartListening,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { api } from '../api/api';
import type { ApiError } from '../api/baseQuery';
import { selectVisibleEntries, selectHasHistory, selectHasPending } from './messagesSlice';
import { isSameMessage, type Message } from '../contract/message';
import { connectionChanged, selectConnection } from '../hub/connectionSlice';
import { chatClosed, chatOpened, connectionSubscribed } from '../hub/hubActions';
import type { AppDispatch, AppThunk, RootState } from '../app/hooks';
import { selectUser } from '../session/sessionSlice';
import { pageCameOnline, pageHidden, pageShown } from '../platform/pageEvents';

/*
 * The hub replays nothing (S4). So the history is fetched when messages may have been missed:
 *
 * | moment                                  | awaited           | ended without a fetch by         |
 * | --------------------------------------- | ----------------- | -------------------------------- |
 * | chat opened, connection subscribed      | nothing           |                                  |
 * | Connected                               | 3 to 7 s          | subscribed, or another state     |
 * | Connected, after one that was lost then | nothing           |                                  |
 * | a 5xx or no response, while Connected   | 3 to 7 s, doubled | another fetch, or another state  |
 * | a history without the newest message    | 3 to 7 s          | another fetch, or chat closed    |
 * | a POST without a response               | nothing           |                                  |
 * | online again with a pending message     | nothing           |                                  |
 * | after each of these two                 | 3 to 7 s          | none pending, or chat closed     |
 * | page hidden                             | page shown        | less than 30 s                   |
 */

export type Listen = TypedStartListening<RootState, AppDispatch>;

const { history, send } = api.endpoints;

/** Time hidden, in ms, above which the history is fetched again when the page is shown. */
const LONG_HIDDEN = 30_000;

/** Maximum number of doublings of the delay before a failed history is fetched again. */
const MAX_DOUBLINGS = 4;

/** Returns a delay of 3 to 7 s, in ms. Random, so that many customers do not fetch together. */
const randomDelay = () => 3_000 + Math.random() * 4_000;

/** Fetches the history. Requests may overlap; a new request does not cancel a pending one. */
const fetchHistory = (): AppThunk => (dispatch, getState) => {
  const user = selectUser(getState());
  if (!user) return;
  const isRefetch = selectHasHistory(getState());
  const request = { userId: user.id, requestKey: nanoid(), isRefetch };
  void dispatch(history.initiate(request, { subscribe: false }));
};

/** Fetches the history after a delay, unless `endsWait` matches. @returns whether it fetched */
async function refetchLater(
  { condition, dispatch }: ListenerEffectAPI<RootState, AppDispatch>,
  endsWait: (action: UnknownAction) => boolean,
  delay = randomDelay(),
): Promise<boolean> {
  if (await condition(endsWait, delay)) return false;
  dispatch(fetchHistory());
  return true;
}

/**
 * ASP.NET Core reports Connected before it subscribes the connection. Messages in between are only
 * in a history that is fetched after the subscription. If a connection is lost before this fetch,
 * the next connection fetches at once.
 */
function listenForConnection(listen: Listen): void {
  let isFetchDue = false;
  listen({
    matcher: isAnyOf(chatOpened, connectionSubscribed),
    effect: (_, { dispatch }) => {
      isFetchDue = false;
      dispatch(fetchHistory());
    },
  });
  listen({
    predicate: (action) => connectionChanged.match(action) && action.payload === 'Connected',
    effect: async (_, listenerApi) => {
      listenerApi.cancelActiveListeners();
      if (isFetchDue) listenerApi.dispatch(fetchHistory());
      isFetchDue = true;
      const endsWait = isAnyOf(connectionSubscribed, connectionChanged);
      if (await refetchLater(listenerApi, endsWait)) isFetchDue = false;
    },
  });
}

/** Failures without the provider's response. A 502 or a 504 is the response of a gateway. */
const NO_RESPONSE: ApiError['status'][] = ['FETCH_ERROR', 'TIMEOUT_ERROR', 502, 504];

function isTemporaryFailure(action: unknown): boolean {
  if (!history.matchRejected(action)) return false;
  const status = action.payload?.status ?? '';
  return Number(status) >= 500 || NO_RESPONSE.includes(status);
}

/**
 * A gateway rejects requests for some seconds after a server has restarted. Without a retry, the
 * messages of these seconds would be missing for as long as the connection lasts. While not
 * Connected, no retry is needed, because the next connection fetches the history.
 */
function listenForFailures(listen: Listen): void {
  let failures = 0;
  listen({
    matcher: history.matchFulfilled,
    effect: () => {
      failures = 0;
    },
  });
  listen({
    predicate: (action, state) =>
      isTemporaryFailure(action) && selectConnection(state) === 'Connected',
    effect: async (_, listenerApi) => {
      listenerApi.cancelActiveListeners();
      const delay = randomDelay() * 2 ** Math.min(failures, MAX_DOUBLINGS);
      await refetchLater(listenerApi, isAnyOf(history.matchPending, connectionChanged), delay);
      failures += 1;
    },
  });
}

/** A history without the newest message lags, and may lack others. One more fetch follows. */
function listenForLag(listen: Listen): void {
  let newestStored: Message | undefined;
  let isRepeat = false;
  listen({
    matcher: history.matchFulfilled,
    effect: async ({ payload }, listenerApi) => {
      if (payload) newestStored = payload.at(-1);
      const newest = selectVisibleEntries(listenerApi.getState()).at(-1)?.message;
      const isComplete = !newest || (newestStored && isSameMessage(newest, newestStored));
      const wasRepeat = isRepeat;
      isRepeat = false;
      if (isComplete || wasRepeat) return;
      listenerApi.cancelActiveListeners();
      isRepeat = await refetchLater(listenerApi, isAnyOf(history.matchPending, chatClosed));
    },
  });
}

/** After a POST without a response, fetches twice: the first history can lag behind the POST. */
function listenForPosts(listen: Listen): void {
  listen({
    predicate: (action, state) =>
      (send.matchRejected(action) && NO_RESPONSE.includes(action.payload?.status ?? '')) ||
      (pageCameOnline.match(action) && selectHasPending(state)),
    effect: async (_, listenerApi) => {
      const { dispatch, condition, cancelActiveListeners } = listenerApi;
      cancelActiveListeners();
      dispatch(fetchHistory());
      const isClosed = await condition(chatClosed.match, randomDelay());
      if (!isClosed && selectHasPending(listenerApi.getState())) dispatch(fetchHistory());
    },
  });
}

/** Fetches the history at the moments of the table above. */
export function listenForHistory(listen: Listen, uptime: () => number): void {
  listenForConnection(listen);
  listenForFailures(listen);
  listenForLag(listen);
  listenForPosts(listen);

  // Messages that are published while the server's backplane is down reach no connection.
  listen({
    actionCreator: pageHidden,
    effect: async (_, { dispatch, take, cancelActiveListeners }) => {
      cancelActiveListeners();
      const hiddenAt = uptime();
      await take(pageShown.match);
      if (uptime() - hiddenAt > LONG_HIDDEN) dispatch(fetchHistory());
    },
  });
}
