import { isAnyOf, type TypedStartListening, type UnknownAction } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { isRejection } from '../api/baseQuery';
import type { AppDispatch, RootState } from '../app/hooks';
import { isSameMessage } from '../contract/message';
import { connectionChanged, selectConnection, type ConnectionState } from '../hub/connectionSlice';
import { messagesReceived, retryRequested, sendMessageCompleted } from '../hub/hubActions';
import { pageCameOnline, pageHidden, pageShown } from '../platform/pageEvents';
import { startStopwatch } from '../platform/timers';
import { closesSession, opensSession } from '../session/sessionSlice';
import { fetchHistory } from './fetchHistory';
import { selectDuplicates, selectHasPending, selectVisibleEntries } from './messagesSlice';

/*
 * The hub replays nothing (S4). So the history is fetched when messages may have been missed:
 *
 * | reason      | moment                                                                                |
 * | ----------- | ------------------------------------------------------------------------------------- |
 * | opened      | the chat opens                                                                        |
 * | reconnected | Connected after Reconnecting or Disconnected                                          |
 * | subscribed  | the first ReceiveMessage or completion of a connection, or 3 to 7 s without either    |
 * | shown       | the page is shown after more than 30 s                                                |
 * | unclear     | a POST is neither accepted nor rejected, or is pending when the browser comes online; |
 * |             | once more after 3 to 7 s if it is still pending                                       |
 * | noHub       | a POST is accepted, or the strip's button is pressed, while not Connected             |
 * | failed      | 5 s after a failure, doubled for each further one up to 2 min; not after a 401        |
 * | lagging     | 3 to 7 s after a history without the newest row, once                                 |
 * | duplicate   | 3 to 7 s after a live message of the operator was treated as a duplicate              |
 */

export type Listen = TypedStartListening<RootState, AppDispatch>;

const { history, send } = api.endpoints;

/** Time hidden, in ms, above which the history is fetched again when the page is shown. */
const LONG_HIDDEN = 30_000;
/** Delays before a failed history is fetched again, in ms. */
const FIRST_RETRY = 5_000;
const LAST_RETRY = 120_000;

/** Returns whether no request can mend a failure: the token is rejected, or another user's. */
const isFinal = (status: number | string | undefined) =>
  status === 401 || status === 'FOREIGN_TOKEN';

/** Returns a delay of 3 to 7 s, in ms. Random, so that many customers do not fetch together. */
const randomDelay = () => 3_000 + Math.random() * 4_000;

/**
 * Follows one connection. If one was lost, the customer sees Connected and waits for what was missed.
 * But ASP.NET Core reports Connected before it subscribes the connection. Messages in between are
 * only in a history that is fetched after the subscription, which the first sign of life proves.
 */
function listenForConnections(listen: Listen): void {
  const changesTo = (action: UnknownAction, ...states: ConnectionState[]) =>
    connectionChanged.match(action) && states.includes(action.payload);
  const endsWait = isAnyOf(messagesReceived, sendMessageCompleted, closesSession);
  listen({
    predicate: (action) =>
      opensSession(action) || changesTo(action, 'Reconnecting', 'Disconnected'),
    effect: async (action, { dispatch, take, cancelActiveListeners }) => {
      cancelActiveListeners();
      if (opensSession(action)) dispatch(fetchHistory('opened'));
      await take((next) => changesTo(next, 'Connected'));
      if (!opensSession(action)) dispatch(fetchHistory('reconnected'));
      const [ended] = (await take(endsWait, randomDelay())) ?? [];
      if (!closesSession(ended)) dispatch(fetchHistory('subscribed'));
    },
  });
}

/** Fetches after a failure or a history that lags, unless another request or the end comes first. */
function listenForResponses(listen: Listen): void {
  const endsWait = isAnyOf(history.matchPending, closesSession);
  let delay = FIRST_RETRY;
  listen({
    matcher: history.matchRejected,
    effect: async ({ payload, meta }, listenerApi) => {
      listenerApi.cancelActiveListeners();
      if (isFinal(payload?.status)) return;
      const isRepeated = meta.arg.originalArgs.reason === 'failed';
      delay = isRepeated ? Math.min(2 * delay, LAST_RETRY) : FIRST_RETRY;
      if (!(await listenerApi.condition(endsWait, delay)))
        listenerApi.dispatch(fetchHistory('failed'));
    },
  });
  listen({
    matcher: history.matchFulfilled,
    effect: async ({ payload, meta }, listenerApi) => {
      const newest = selectVisibleEntries(listenerApi.getState()).at(-1)?.message;
      const stored = payload.at(-1);
      const isComplete = !newest || (stored && isSameMessage(newest, stored));
      if (isComplete || meta.arg.originalArgs.reason === 'lagging') return;
      listenerApi.cancelActiveListeners();
      if (!(await listenerApi.condition(endsWait, randomDelay())))
        listenerApi.dispatch(fetchHistory('lagging'));
    },
  });
}

/** Fetches after a live message added no row: the operator can have sent two equal messages. */
function listenForDuplicates(listen: Listen): void {
  listen({
    predicate: (_, state, previous) => selectDuplicates(state) > selectDuplicates(previous),
    effect: async (_, listenerApi) => {
      // A further duplicate must not start a second wait.
      listenerApi.unsubscribe();
      const endsWait = isAnyOf(history.matchPending, closesSession);
      const isEnded = await listenerApi.condition(endsWait, randomDelay());
      listenerApi.subscribe();
      if (!isEnded) listenerApi.dispatch(fetchHistory('duplicate'));
    },
  });
}

/** Returns whether an action ends a POST that was neither accepted nor rejected. */
const endsUnclear = (action: unknown): boolean =>
  send.matchRejected(action) && !isRejection(action.payload);

/** After an unclear POST, fetches twice: the first history can lag behind the POST. */
function listenForPosts(listen: Listen): void {
  listen({
    predicate: (action, state) =>
      endsUnclear(action) || (pageCameOnline.match(action) && selectHasPending(state)),
    effect: async (_, listenerApi) => {
      listenerApi.cancelActiveListeners();
      listenerApi.dispatch(fetchHistory('unclear'));
      const isClosed = await listenerApi.condition(closesSession, randomDelay());
      if (!isClosed && selectHasPending(listenerApi.getState()))
        listenerApi.dispatch(fetchHistory('unclear'));
    },
  });
  listen({
    matcher: isAnyOf(send.matchFulfilled, retryRequested),
    effect: (_, listenerApi) => {
      if (selectConnection(listenerApi.getState()) !== 'Connected')
        listenerApi.dispatch(fetchHistory('noHub'));
    },
  });
}

/** Fetches the history at the moments of the table above. */
export function listenForHistory(listen: Listen): void {
  listenForConnections(listen);
  listenForResponses(listen);
  listenForPosts(listen);
  listenForDuplicates(listen);
  // Messages that are published while the server's backplane is down reach no connection.
  listen({
    actionCreator: pageHidden,
    effect: async (_, { dispatch, take, cancelActiveListeners }) => {
      cancelActiveListeners();
      const hiddenFor = startStopwatch();
      await take(pageShown.match);
      if (hiddenFor() > LONG_HIDDEN) dispatch(fetchHistory('shown'));
    },
  });
}
