import {
  isAnyOf,
  nanoid,
  type ListenerEffectAPI,
  type ListenerMiddlewareInstance,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { api } from '../api/api';
import { selectEntries, selectHasHistory, selectHasPending } from '../chat/messagesSlice';
import { isSameMessage, type Message } from '../conversation/message';
import { connectionChanged, selectConnection } from '../realtime/connectionSlice';
import { chatClosed, chatOpened, connectionSubscribed } from '../realtime/hubActions';
import { childOf, sleep } from '../realtime/timers';
import type { AppDispatch, AppThunk, RootState } from '../services/redux';
import { selectUser } from '../session/sessionSlice';
import { pageCameOnline, pageHidden, pageShown } from '../shared/pageEvents';

const { history, send } = api.endpoints;

/** Time hidden, in ms, above which the history is fetched again when the page is shown. */
const LONG_HIDDEN = 30_000;

/** Maximum number of doublings of the delay before a failed history is fetched again. */
const MAX_DOUBLINGS = 4;

/**
 * Returns a delay before the history is fetched again, in ms: 3 to 7 s. The delay is random, so
 * that customers who reconnect together do not fetch together.
 */
const randomDelay = () => 3_000 + Math.random() * 4_000;

const isConnected = (action: unknown) =>
  connectionChanged.match(action) && action.payload === 'Connected';

/** Returns whether a history request failed with a 5xx or without a response. */
function isTemporaryFailure(action: unknown): boolean {
  if (!history.matchRejected(action)) return false;
  const status = action.payload?.status;
  return typeof status === 'number'
    ? status >= 500
    : status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR';
}

/**
 * Returns whether a POST got no response from the provider. The provider may have stored the
 * message. A 502 or a 504 is the response of a gateway.
 */
function isPostWithoutResponse(action: unknown): boolean {
  if (!send.matchRejected(action)) return false;
  const status = action.payload?.status ?? '';
  return ['FETCH_ERROR', 'TIMEOUT_ERROR', 502, 504].includes(status);
}

/**
 * Waits for a time in ms, unless a matching action comes first. Leaves no timer behind, unlike the
 * timeout of `take`.
 * @returns whether the time is over
 */
async function waitUnless(
  { take, signal }: Pick<ListenerEffectAPI<RootState, AppDispatch>, 'take' | 'signal'>,
  matches: (action: UnknownAction) => boolean,
  milliseconds: number,
): Promise<boolean> {
  const delay = childOf(signal);
  const taken = await Promise.race([take(matches), sleep(delay.signal, milliseconds)]);
  delay.abort();
  return !taken;
}

/** Fetches the history. Requests may overlap; a new request does not cancel a pending one. */
const fetchHistory = (): AppThunk => (dispatch, getState) => {
  const user = selectUser(getState());
  if (!user) return;
  const isRefetch = selectHasHistory(getState());
  const request = { userId: user.id, requestKey: nanoid(), isRefetch };
  void dispatch(history.initiate(request, { subscribe: false }));
};

/**
 * Fetches the history when the chat opens and when messages may have been missed (S4). The hub
 * replays nothing.
 * @param uptime returns milliseconds that never go back
 */
export function listenForHistory(
  { startListening }: ListenerMiddlewareInstance,
  uptime: () => number,
): void {
  const listen = startListening.withTypes<RootState, AppDispatch>();

  // ASP.NET Core reports Connected before it has subscribed the connection. Messages that are
  // published before the subscription are only in a history that is fetched after it.
  let isFetchDue = false;
  listen({
    matcher: isAnyOf(chatOpened, connectionSubscribed),
    effect: (_, { dispatch }) => {
      isFetchDue = false;
      dispatch(fetchHistory());
    },
  });

  // Without a sign of the subscription, it is probable by then. If the connection is lost before the
  // fetch, the next connection fetches at once, because it may be lost early, too.
  listen({
    predicate: isConnected,
    effect: async (_, listenerApi) => {
      const { dispatch, cancelActiveListeners } = listenerApi;
      cancelActiveListeners();
      if (isFetchDue) dispatch(fetchHistory());
      isFetchDue = true;
      const isOver = await waitUnless(
        listenerApi,
        isAnyOf(connectionSubscribed, connectionChanged),
        randomDelay(),
      );
      if (!isOver) return;
      isFetchDue = false;
      dispatch(fetchHistory());
    },
  });

  // A gateway rejects requests for some seconds after a server has restarted. Without a retry, the
  // messages of these seconds would be missing for as long as the connection lasts.
  let failures = 0;
  listen({
    matcher: history.matchFulfilled,
    effect: () => {
      failures = 0;
    },
  });
  listen({
    // While not Connected, the next connection fetches the history.
    predicate: (action, state) =>
      isTemporaryFailure(action) && selectConnection(state) === 'Connected',
    effect: async (_, listenerApi) => {
      const { dispatch, cancelActiveListeners } = listenerApi;
      cancelActiveListeners();
      const isOver = await waitUnless(
        listenerApi,
        isAnyOf(history.matchPending, connectionChanged),
        randomDelay() * 2 ** Math.min(failures, MAX_DOUBLINGS),
      );
      failures += 1;
      if (isOver) dispatch(fetchHistory());
    },
  });

  // A history that lacks the newest message of the list lags behind the hub. It may also lack what was
  // published shortly before the subscription. One more history has these messages.
  let newestStored: Message | undefined;
  let isRepeated = false;
  listen({
    matcher: history.matchFulfilled,
    effect: async ({ payload }, listenerApi) => {
      const { dispatch, cancelActiveListeners } = listenerApi;
      if (payload) newestStored = payload.at(-1);
      const newest = selectEntries(listenerApi.getState()).at(-1)?.message;
      const isComplete = !newest || (newestStored && isSameMessage(newest, newestStored));
      const wasRepeated = isRepeated;
      isRepeated = false;
      if (isComplete || wasRepeated) return;
      cancelActiveListeners();
      const isOver = await waitUnless(
        listenerApi,
        isAnyOf(history.matchPending, chatClosed),
        randomDelay(),
      );
      if (!isOver) return;
      isRepeated = true;
      dispatch(fetchHistory());
    },
  });

  // If the history has the message, the customer need not send the message again. The first history
  // can lag behind the POST, so a second fetch follows.
  listen({
    predicate: (action, state) =>
      isPostWithoutResponse(action) || (pageCameOnline.match(action) && selectHasPending(state)),
    effect: async (_, listenerApi) => {
      const { dispatch, cancelActiveListeners } = listenerApi;
      cancelActiveListeners();
      dispatch(fetchHistory());
      const isOver = await waitUnless(listenerApi, chatClosed.match, randomDelay());
      if (isOver && selectHasPending(listenerApi.getState())) dispatch(fetchHistory());
    },
  });

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
