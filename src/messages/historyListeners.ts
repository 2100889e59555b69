import { isAnyOf, type TypedStartListening, type UnknownAction } from '@reduxjs/toolkit';
import { api } from '../api/api';
import { isRejection } from '../api/baseQuery';
import type { AppDispatch, RootState } from '../app/hooks';
import { isSameMessage } from '../contract/message';
import { connectionChanged, selectConnection, type ConnectionState } from '../hub/connectionSlice';
import { messagesReceived, retryRequested, sendMessageCompleted } from '../hub/hubActions';
import { pageCameOnline, pageHidden, pageShown } from '../platform/pageEvents';
import { startStopwatch } from '../platform/timers';
import { closesSession, opensSession, selectUser } from '../session/sessionSlice';
import { selectDuplicates, selectHasPending, selectVisibleEntries } from './messagesSlice';

export type Listen = TypedStartListening<RootState, AppDispatch>;

const { history, send } = api.endpoints;

/** Time hidden, in ms, above which the history is fetched again when the page is shown. */
const LONG_HIDDEN = 30_000;
/** Delays before a failed history is fetched again, in ms. */
const FIRST_RETRY = 5_000;
const LAST_RETRY = 120_000;

/** Returns a delay of 3 to 7 s, in ms. Random, so that many customers do not fetch together. */
const randomDelay = () => 3_000 + Math.random() * 4_000;

type Matcher = (action: UnknownAction) => boolean;

const changesTo =
  (...states: ConnectionState[]) =>
  (action: UnknownAction): action is ReturnType<typeof connectionChanged> =>
    connectionChanged.match(action) && states.includes(action.payload);
const losesConnection = changesTo('Reconnecting', 'Disconnected');

/** Returns whether a POST was neither accepted nor rejected, or is pending when the network is back. */
const isUnclear = (action: UnknownAction, state: RootState): boolean =>
  send.matchRejected(action)
    ? !isRejection(action.payload)
    : pageCameOnline.match(action) && selectHasPending(state);

/** Returns whether a history has failed, and not because the token is another user's. */
const hasFailed = (action: UnknownAction): boolean =>
  history.matchRejected(action) && action.payload?.status !== 'FOREIGN_TOKEN';

/** Returns whether a history lacks the newest row, and was not requested for that reason. */
function isLagging(action: UnknownAction, state: RootState): boolean {
  if (!history.matchFulfilled(action)) return false;
  const newest = selectVisibleEntries(state).at(-1)?.message;
  const stored = action.payload.at(-1);
  const isRepeated = action.meta.arg.originalArgs.reason === 'lagging';
  return newest !== undefined && !isRepeated && !(stored && isSameMessage(newest, stored));
}

/** A moment at which the history is fetched, at once or after a wait. */
interface Moment {
  /** Part of the request, so that Redux DevTools shows it. */
  reason: string;
  after: (action: UnknownAction, state: RootState, previous: RootState) => boolean;
  /** Length of the wait, in ms. */
  delay?: (action: UnknownAction) => number;
  /** Actions that end the wait and fetch. Without a delay, only they do. */
  until?: Matcher;
  /** Actions that end the wait without a fetch; by default, the end of the session. */
  unless?: Matcher;
  /** Whether the fetch is needed after the wait. @param waited in ms */
  onlyIf?: (state: RootState, waited: number) => boolean;
}

/** The hub replays nothing (S4). So the history is fetched when messages may have been missed. */
function createMoments(): Moment[] {
  const needless = isAnyOf(history.matchPending, closesSession);
  const aSuccess = isAnyOf(needless, history.matchFulfilled);
  let retryDelay = FIRST_RETRY;
  return [
    { reason: 'opened', after: opensSession },
    {
      // The customer sees Connected, and waits for what was missed.
      reason: 'reconnected',
      after: losesConnection,
      until: changesTo('Connected'),
      // The end of the session loses the connection, and so begins the wait again.
      unless: isAnyOf(losesConnection, opensSession),
    },
    {
      // ASP.NET Core reports Connected before it subscribes the connection. Messages in between are only
      // in a history that follows the subscription, which the first sign of life proves.
      reason: 'subscribed',
      after: changesTo('Connected'),
      delay: randomDelay,
      until: isAnyOf(messagesReceived, sendMessageCompleted),
      unless: isAnyOf(losesConnection, closesSession),
    },
    {
      // Messages that are published while the server's backplane is down reach no connection.
      reason: 'shown',
      after: pageHidden.match,
      until: pageShown.match,
      onlyIf: (_, waited) => waited > LONG_HIDDEN,
    },
    { reason: 'unclear', after: isUnclear },
    // The history of the moment above can lag behind the POST.
    { reason: 'unclear', after: isUnclear, delay: randomDelay, onlyIf: selectHasPending },
    {
      reason: 'noHub',
      after: (action, state) =>
        (send.matchFulfilled(action) || retryRequested.match(action)) &&
        selectConnection(state) !== 'Connected',
    },
    {
      reason: 'failed',
      after: hasFailed,
      delay: (action) => {
        const isRepeated =
          history.matchRejected(action) && action.meta.arg.originalArgs.reason === 'failed';
        return (retryDelay = isRepeated ? Math.min(2 * retryDelay, LAST_RETRY) : FIRST_RETRY);
      },
      unless: aSuccess,
    },
    { reason: 'lagging', after: isLagging, delay: randomDelay, unless: aSuccess },
    {
      // The operator can have sent two equal messages.
      reason: 'duplicate',
      after: (_, state, previous) => selectDuplicates(state) > selectDuplicates(previous),
      delay: randomDelay,
      unless: needless,
    },
  ];
}

/**
 * Fetches the history at the moments of `createMoments`. Waits and requests may overlap. Without a
 * subscription and with `keepUnusedDataFor: 0`, the cache forgets each response.
 */
export function listenForHistory(listen: Listen): void {
  for (const moment of createMoments()) {
    const { reason, after, delay, until, unless = closesSession, onlyIf } = moment;
    const endsWait: Matcher = (action) => unless(action) || !!until?.(action);
    listen({
      predicate: after,
      effect: async (action, listenerApi) => {
        const waited = startStopwatch();
        if (delay || until) {
          const [end] = (await listenerApi.take(endsWait, delay?.(action))) ?? [];
          if (end && unless(end)) return;
        }
        const state = listenerApi.getState();
        const user = selectUser(state);
        if (!user || (onlyIf && !onlyIf(state, waited()))) return;
        const request = { userId: user.id, reason, requestedAt: Date.now() };
        void listenerApi.dispatch(
          history.initiate(request, { subscribe: false, forceRefetch: true }),
        );
      },
    });
  }
}
