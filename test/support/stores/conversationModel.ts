import { messagesSlice } from '../../../src/chat/state/messagesSlice';
import type { MessagesState } from '../../../src/chat/state/messagesSlice';
import { visibleEntries, type Entry } from '../../../src/conversation/entries';
import { contentKey, type Message } from '../../../src/conversation/message';
import { messageAccepted } from '../../../src/realtime/hubActions';
import { sessionStarted } from '../../../src/session/sessionSlice';
import {
  historyFulfilled,
  historyRejected,
  historyRequested,
  sendPending,
  receivedByUser7,
} from '../builders/builders';

const USER = 7;
const OPERATOR = 1;
const MINUTE = 60_000;

export interface ProviderBehaviour {
  /** The hub delivers the user's own messages too. */
  echo: boolean;
  /** The provider replaces the time of a message by its own. */
  restamp: boolean;
  /** The provider trims and encodes the texts of posted messages. */
  rewrite: boolean;
}

/** A message as the provider stores it. The model gives it an id; the contract has none. */
interface StoredMessage {
  id: number;
  message: Message;
}

/** A model of customer and provider at one moment, with the state of the real messages slice. */
export interface ModelState {
  behaviour: ProviderBehaviour;
  state: MessagesState;
  stored: StoredMessage[];
  /** The pending POST; `id` is null until the provider has stored the message. */
  post: { message: Message; id: number | null } | null;
  /** Pending history requests. `response` is null until the provider has read the history. */
  histories: { request: number; response: StoredMessage[] | null }[];
  isConnected: boolean;
  /** The server subscribes a connection after Connected. The hub delivers only after that. */
  isSubscribed: boolean;
  /** A history request has failed or read a replica since the last reconnect. */
  hasStaleFetch: boolean;
  /** Delivered by the hub and not yet received by the page. */
  inFlight: StoredMessage[];
  /** Number of POSTs whose response was lost. */
  lostResponses: number;
  /** Ids of the messages that the page has received, in any way. */
  knownIds: Set<number>;
  nextId: number;
}

const dispatch = (model: ModelState, action: { type: string }): ModelState => ({
  ...model,
  state: messagesSlice.reducer(model.state, action),
});
const addKnown = (model: ModelState, messages: StoredMessage[]): ModelState => ({
  ...model,
  knownIds: new Set([...model.knownIds, ...messages.map(({ id }) => id)]),
});
const toTimestamp = (milliseconds: number) => new Date(milliseconds).toISOString();

function storeMessage(model: ModelState, message: Message): ModelState {
  const id = model.nextId;
  const { restamp, rewrite } = model.behaviour;
  const stored = { ...message };
  // The server's clock is ahead. Its times never equal the time of another POST.
  if (restamp) stored.timestamp = toTimestamp(Date.parse(message.timestamp ?? '') + 7.5 * MINUTE);
  if (rewrite && message.fromUserId === USER) {
    stored.text = message.text?.trim().replaceAll('&', '&amp;') ?? null;
  }
  const added = { id, message: stored };
  const isDelivered =
    model.isSubscribed && (message.fromUserId === OPERATOR || model.behaviour.echo);
  return {
    ...model,
    nextId: id + 1,
    stored: [...model.stored, added],
    inFlight: isDelivered ? [...model.inFlight, added] : model.inFlight,
    post: model.post && message.fromUserId === USER ? { ...model.post, id } : model.post,
  };
}

function requestHistory(model: ModelState): ModelState {
  const request = model.nextId;
  const histories = [...model.histories, { request, response: null }];
  return dispatch({ ...model, nextId: request + 1, histories }, historyRequested(request));
}

/** @param lag number of the newest messages that the history lacks */
function readHistory(model: ModelState, lag: number): ModelState | undefined {
  const index = model.histories.findLastIndex(({ response }) => !response);
  if (index < 0 || lag > model.stored.length) return undefined;
  const response = model.stored.slice(0, model.stored.length - lag);
  const histories = model.histories.map((history, at) =>
    at === index ? { ...history, response } : history,
  );
  return { ...model, histories, hasStaleFetch: model.hasStaleFetch || lag > 0 };
}

/** Alternates between two texts, so that equal messages are frequent, with others between them. */
const createMessage = (fromUserId: number, toUserId: number, number: number): Message => ({
  fromUserId,
  toUserId,
  text: number % 3 === 0 ? 'sağ ol & təşəkkür ' : 'salam ',
  imageUrl: null,
  timestamp: toTimestamp(number * MINUTE),
});

/** Every possible step by name. Returns the next state, or undefined if the step is not possible. */
export const STEPS: Record<string, (model: ModelState) => ModelState | undefined> = {
  'a POST begins': (model) => {
    if (model.post) return undefined;
    const message = createMessage(USER, OPERATOR, model.nextId);
    const next = { ...model, nextId: model.nextId + 1, post: { message, id: null } };
    return dispatch(next, sendPending(message));
  },
  'the POST is stored': (model) =>
    model.post?.id === null ? storeMessage(model, model.post.message) : undefined,
  'the POST response arrives': (model) => {
    const { post } = model;
    const stored = model.stored.find(({ id }) => id === post?.id);
    if (!post || !stored) return undefined;
    return addKnown(dispatch({ ...model, post: null }, messageAccepted(post.message)), [stored]);
  },
  'the POST response is lost': (model) =>
    model.post ? { ...model, post: null, lostResponses: model.lostResponses + 1 } : undefined,
  'the operator writes': (model) =>
    storeMessage(model, createMessage(OPERATOR, USER, model.nextId)),
  'a live message arrives': (model) => {
    const [received, ...inFlight] = model.inFlight;
    if (!received) return undefined;
    const action = receivedByUser7({ ...received.message });
    return addKnown(dispatch({ ...model, inFlight }, action), [received]);
  },
  'a history request begins': (model) =>
    model.histories.length < 2 ? requestHistory(model) : undefined,
  'the provider reads the history': (model) => readHistory(model, 0),
  // A replica lags behind by one or three messages, so a history can be older than the one before.
  'a replica reads the history': (model) => readHistory(model, 1),
  'a slow replica reads the history': (model) => readHistory(model, 3),
  'a history response arrives': (model) => {
    // The response to the later request can overtake the earlier one.
    const history = model.histories.findLast(({ response }) => response);
    if (!history?.response) return undefined;
    const histories = model.histories.filter((other) => other !== history);
    const messages = history.response.map(({ message }) => ({ ...message }));
    const next = dispatch({ ...model, histories }, historyFulfilled(history.request, messages));
    return addKnown(next, history.response);
  },
  'a history request fails': (model) => {
    const [failed, ...histories] = model.histories;
    const next = { ...model, histories, hasStaleFetch: true };
    return failed && dispatch(next, historyRejected(failed.request));
  },
  'the connection drops': (model) =>
    model.isConnected
      ? { ...model, isConnected: false, isSubscribed: false, inFlight: [] }
      : undefined,
  'the connection is back': (model) =>
    model.isConnected ? undefined : { ...model, isConnected: true, hasStaleFetch: false },
  // The page fetches the history at the first sign of the subscription.
  'the connection is subscribed': (model) =>
    model.isConnected && !model.isSubscribed
      ? requestHistory({ ...model, isSubscribed: true })
      : undefined,
};

/** Returns a chat that has just opened: connected and empty. */
export function createModel(behaviour: ProviderBehaviour): ModelState {
  const state = messagesSlice.reducer(
    undefined,
    sessionStarted({ id: USER, username: '', role: 'user' }),
  );
  return {
    behaviour,
    state,
    stored: [],
    post: null,
    histories: [],
    isConnected: true,
    isSubscribed: true,
    hasStaleFetch: false,
    inFlight: [],
    lostResponses: 0,
    knownIds: new Set(),
    nextId: 1,
  };
}

const contents = (messages: Message[]) => messages.map(contentKey).sort();

/** Returns the entries that the list shows. */
export function shownEntries({ state }: ModelState): Entry[] {
  return visibleEntries(state.entries);
}

/** Contents that the list must show, by the ids of the model. Sorted. */
export function expectedContents({ stored, knownIds }: ModelState): string[] {
  return contents(stored.filter(({ id }) => knownIds.has(id)).map(({ message }) => message));
}

/** Contents that the list shows. Sorted. */
export function actualContents(model: ModelState): string[] {
  return contents(shownEntries(model).map(({ message }) => message));
}

/** Takes each of these steps as often as possible. */
const repeat = (model: ModelState, steps: string[]): ModelState =>
  steps.reduce((current, step) => {
    const next = STEPS[step]?.(current);
    return next ? repeat(next, [step]) : current;
  }, model);

const RECEIVE_HISTORIES = ['the provider reads the history', 'a history response arrives'];

/** Completes everything that is pending. */
export const complete = (model: ModelState): ModelState =>
  repeat(model, [
    'the connection is subscribed',
    'the POST is stored',
    'the POST response arrives',
    'a live message arrives',
    ...RECEIVE_HISTORIES,
  ]);

/** Completes everything that is pending, and then fetches the history once more. */
export const settle = (model: ModelState): ModelState =>
  repeat(requestHistory(complete(model)), RECEIVE_HISTORIES);

/** Returns whether the operator's messages are shown in the order in which they were stored. */
export function isOperatorInOrder(model: ModelState): boolean {
  const times = shownEntries(model)
    .filter(({ message }) => message.fromUserId === OPERATOR)
    .map(({ message }) => message.timestamp);
  return String(times) === String(times.toSorted());
}

/** Number of the operator's messages that the provider has stored and the list does not show. */
export function countMissed(model: ModelState): number {
  const count = (messages: Message[]) =>
    messages.filter(({ fromUserId }) => fromUserId === OPERATOR).length;
  return (
    count(model.stored.map(({ message }) => message)) -
    count(shownEntries(model).map(({ message }) => message))
  );
}
