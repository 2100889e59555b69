import { contentOf, type Message } from '../../src/common/message';
import { shownOf, type Entry } from '../../src/messages/entries';
import { messagesSlice } from '../../src/messages/messagesSlice';
import type { MessagesState } from '../../src/messages/messagesState';
import { chatOpened, messageSent, messagesReceived } from '../../src/provider/hub';
import { historyAnswered, historyAsked, historyFailed, postBegan } from './providerActions';

const USER = 7;
const OPERATOR = 1;
const MINUTE = 60_000;

/** How a provider may behave. */
export interface Manners {
  /** Own messages come back by the hub. */
  echo: boolean;
  /** What is stored has the server's time. */
  restamp: boolean;
}

/** A message as the provider stores it: a plain model has ids. */
interface Stored {
  id: number;
  message: Message;
}

/** A customer and a provider at one moment: what is stored, under way and known, and the real slice's state. */
export interface World {
  manners: Manners;
  state: MessagesState;
  stored: Stored[];
  /** The POST under way. */
  post: { message: Message; id: number | null } | null;
  /** History requests under way; `answer` is what the provider has read for it. */
  histories: { request: number; answer: Stored[] | null }[];
  isConnected: boolean;
  /** Delivered by the hub, not arrived yet. */
  underWay: Stored[];
  /** How many POSTs have ended without an answer. */
  lost: number;
  /** The ids of all messages that the customer's browser has been told of. */
  known: Set<number>;
  count: number;
}

const reduce = (world: World, action: { type: string }): World => ({
  ...world,
  state: messagesSlice.reducer(world.state, action),
});
const knows = (world: World, stored: Stored[]): World => ({
  ...world,
  known: new Set([...world.known, ...stored.map(({ id }) => id)]),
});
const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString();

function store(world: World, message: Message): World {
  const id = world.count;
  const time = timeOf(Date.parse(message.timestamp ?? '') + 7 * MINUTE);
  const kept = world.manners.restamp ? { ...message, timestamp: time } : message;
  const stored = { id, message: kept };
  const isDelivered = world.isConnected && (message.fromUserId === OPERATOR || world.manners.echo);
  return {
    ...world,
    count: id + 1,
    stored: [...world.stored, stored],
    underWay: isDelivered ? [...world.underWay, stored] : world.underWay,
    post: world.post && message.fromUserId === USER ? { ...world.post, id } : world.post,
  };
}

function ask(world: World): World {
  const request = world.count;
  const histories = [...world.histories, { request, answer: null }];
  return reduce({ ...world, count: request + 1, histories }, historyAsked(request));
}

/** Two texts again and again, so that equal messages meet everywhere, and others between them. */
const message = (from: number, to: number, count: number): Message => ({
  fromUserId: from,
  toUserId: to,
  text: count % 3 === 0 ? 'sağ ol' : 'salam',
  imageUrl: null,
  timestamp: timeOf(count * MINUTE),
});

/** Everything that can happen next; undefined where it cannot happen now. */
export const STEPS: Record<string, (world: World) => World | undefined> = {
  'a POST begins': (world) => {
    if (world.post) return undefined;
    const sent = message(USER, OPERATOR, world.count);
    const next = { ...world, count: world.count + 1, post: { message: sent, id: null } };
    return reduce(next, postBegan(sent));
  },
  'the POST is stored': (world) =>
    world.post?.id === null ? store(world, world.post.message) : undefined,
  'the POST is answered': (world) => {
    const { post } = world;
    const stored = world.stored.find(({ id }) => id === post?.id);
    if (!post || !stored) return undefined;
    return knows(reduce({ ...world, post: null }, messageSent(post.message)), [stored]);
  },
  'the answer is lost': (world) =>
    world.post ? { ...world, post: null, lost: world.lost + 1 } : undefined,
  'the operator writes': (world) => store(world, message(OPERATOR, USER, world.count)),
  'a live message arrives': (world) => {
    const [arrived, ...underWay] = world.underWay;
    if (!arrived) return undefined;
    return knows(reduce({ ...world, underWay }, messagesReceived([{ ...arrived.message }])), [
      arrived,
    ]);
  },
  'history is asked': (world) => (world.histories.length < 2 ? ask(world) : undefined),
  'history is read': (world) => {
    const index = world.histories.findLastIndex(({ answer }) => !answer);
    if (index < 0) return undefined;
    const histories = world.histories.map((history, at) =>
      at === index ? { ...history, answer: world.stored } : history,
    );
    return { ...world, histories };
  },
  'history is answered': (world) => {
    // The answer to the later request can overtake the other.
    const history = world.histories.findLast(({ answer }) => answer);
    if (!history?.answer) return undefined;
    const histories = world.histories.filter((other) => other !== history);
    const messages = history.answer.map((stored) => ({ ...stored.message }));
    const next = reduce({ ...world, histories }, historyAnswered(history.request, messages));
    return knows(next, history.answer);
  },
  'history fails': (world) => {
    const [failed, ...histories] = world.histories;
    return failed && reduce({ ...world, histories }, historyFailed(failed.request));
  },
  'the line drops': (world) =>
    world.isConnected ? { ...world, isConnected: false, underWay: [] } : undefined,
  'the line is back': (world) =>
    world.isConnected || world.histories.length > 1
      ? undefined
      : ask({ ...world, isConnected: true }),
};

/** A chat that has just opened, connected, with nothing said. */
export function newWorld(manners: Manners): World {
  const state = messagesSlice.reducer(undefined, chatOpened(USER));
  return {
    manners,
    state,
    stored: [],
    post: null,
    histories: [],
    isConnected: true,
    underWay: [],
    lost: 0,
    known: new Set(),
    count: 1,
  };
}

const contents = (messages: Message[]) => messages.map(contentOf).sort();

/** What a plain model with ids says that the list must hold, and what it does hold. */
export function expected(world: World): string[] {
  return contents(world.stored.filter(({ id }) => world.known.has(id)).map((one) => one.message));
}
export function shown(world: World): Entry[] {
  return shownOf(world.state.entries);
}
export function actual(world: World): string[] {
  return contents(shown(world).map((entry) => entry.message));
}

/** Lets everything under way end, and asks for the history once more. */
export function settle(world: World): World {
  const finish = (current: World, step: string): World => {
    const next = STEPS[step]?.(current);
    return next ? finish(next, step) : current;
  };
  const quiet = [
    'the POST is stored',
    'the POST is answered',
    'a live message arrives',
    'history is read',
    'history is answered',
  ].reduce(finish, world);
  return finish(finish(ask(quiet), 'history is read'), 'history is answered');
}
