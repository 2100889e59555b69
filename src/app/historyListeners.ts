import { isAnyOf, nanoid, type ListenerMiddlewareInstance } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { connectionChanged, selectConnection } from '../realtime/connectionSlice';
import { chatOpened, connectionServed } from '../realtime/hubActions';
import { childOf, sleep } from '../realtime/sleep';
import type { AppDispatch, AppThunk, RootState } from '../services/redux';
import { selectUser } from '../session/sessionSlice';
import { pageHidden, pageShown } from '../shared/pageEvents';

const { history } = api.endpoints;

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

/** Fetches the history. Requests may overlap; a new request does not cancel a pending one. */
const fetchHistory = (): AppThunk => (dispatch, getState) => {
  const user = selectUser(getState());
  if (!user) return;
  const request = { userId: user.id, requestKey: nanoid() };
  void dispatch(history.initiate(request, { subscribe: false }));
};

/**
 * Fetches the history when the chat opens and when messages may have been missed (S4). The hub
 * replays nothing.
 * @param now returns milliseconds since 1970
 */
export function listenForHistory(
  { startListening }: ListenerMiddlewareInstance,
  now: () => number,
): void {
  const listen = startListening.withTypes<RootState, AppDispatch>();

  // ASP.NET Core reports Connected before it has subscribed the connection. Messages that are
  // published before the subscription are only in a history that is fetched after it.
  listen({
    matcher: isAnyOf(chatOpened, connectionServed),
    effect: (_, { dispatch }) => {
      dispatch(fetchHistory());
    },
  });

  listen({
    predicate: isConnected,
    effect: async (_, { dispatch, take, signal, cancelActiveListeners }) => {
      cancelActiveListeners();
      dispatch(fetchHistory());
      const delay = childOf(signal);
      const taken = await Promise.race([
        take(isAnyOf(connectionServed, connectionChanged)),
        sleep(delay.signal, randomDelay()),
      ]);
      delay.abort();
      if (!taken) dispatch(fetchHistory());
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
    predicate: isTemporaryFailure,
    effect: async (_, listenerApi) => {
      const { dispatch, take, signal, cancelActiveListeners } = listenerApi;
      cancelActiveListeners();
      const delay = childOf(signal);
      const taken = await Promise.race([
        take(isAnyOf(history.matchPending, connectionChanged)),
        sleep(delay.signal, randomDelay() * 2 ** Math.min(failures, MAX_DOUBLINGS)),
      ]);
      delay.abort();
      failures += 1;
      if (!taken && selectConnection(listenerApi.getState()) === 'Connected')
        dispatch(fetchHistory());
    },
  });

  // Messages that are published while the server's backplane is down reach no connection.
  listen({
    actionCreator: pageHidden,
    effect: async (_, { dispatch, take, cancelActiveListeners }) => {
      cancelActiveListeners();
      const hiddenAt = now();
      await take(pageShown.match);
      if (now() - hiddenAt > LONG_HIDDEN) dispatch(fetchHistory());
    },
  });
}
