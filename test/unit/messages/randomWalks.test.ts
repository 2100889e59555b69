import fc from 'fast-check';
import { messagesSlice } from '../../../src/messages/messagesSlice';
import { contentKey, type Message } from '../../../src/contract/message';
import { visibleEntries } from '../../../src/messages/merge/visibleEntries';
import { sessionStarted } from '../../../src/session/sessionSlice';
import {
  historyFulfilled,
  historyRejected,
  historyRequested,
  receivedByUser7,
  sendAccepted,
  sendPending,
} from '../../support/builders/builders';

const USER = 7;
const OPERATOR = 1;
const MINUTE = 60_000;

/** Number of random walks of each kind. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 1_000);

interface ProviderBehaviour {
  /** The hub delivers the user's own messages too. */
  echo: boolean;
  /** The provider replaces the time of a message by its own. */
  restamp: boolean;
  /** The provider trims and encodes the texts of posted messages. */
  rewrite: boolean;
  /** How the database damages the texts of posted messages. */
  damage?: 'replaced' | 'removed' | 'cut' | undefined;
  /** The database rounds the times of the history. */
  rounds?: boolean;
  /** Each history has new signatures in its image URLs. */
  signs?: boolean;
  /** At each connection, the hub delivers the newest messages of the operator again. */
  redelivers?: boolean;
}

const DAMAGES = {
  replaced: (text: string) => text.replace(/[ğşə]/g, '?'),
  removed: (text: string) => text.replace(/[ğşə]/g, ''),
  cut: (text: string) => text.slice(0, 4),
};

const toTimestamp = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Alternates between two texts, so that equal messages are frequent, with others between them. */
const createMessage = (fromUserId: number, toUserId: number, number: number): Message => ({
  fromUserId,
  toUserId,
  text: number % 3 === 0 ? 'sağ ol & təşəkkür ' : 'salam ',
  imageUrl: number % 4 === 0 ? 'uploads/a.png' : null,
  timestamp: toTimestamp(number * MINUTE + 337),
});

/** A customer with the real messages slice, and a provider. Both change in steps. */
class Conversation {
  state = messagesSlice.reducer(
    undefined,
    sessionStarted({ id: USER, username: '', role: 'user' }),
  );
  /** The provider's messages, in order. */
  readonly stored: Message[] = [];
  /** The stored messages that the page has received, in any way. */
  readonly known = new Set<Message>();
  private post: { message: Message; stored?: Message } | undefined;
  /** Pending history requests. `response` is missing until the provider has read the history. */
  private histories: { request: number; response?: Message[] }[] = [];
  private isConnected = true;
  /** Delivered by the hub and not yet received by the page. */
  private inFlight: Message[] = [];
  private lostResponses = 0;
  private number = 0;

  /** Whether each history shared a message with the list. */
  isOrderKnown = true;

  constructor(private readonly behaviour: ProviderBehaviour) {
    // Before the first history, a damaged message with another time can be any message.
    if (!behaviour.damage) return;
    this.requestHistory();
    this.readHistory(0);
    this.steps['a history response arrives']?.();
  }

  /** The steps by name. A step that is not possible changes nothing. */
  readonly steps: Record<string, () => void> = {
    'a POST begins': () => {
      if (this.post) return;
      this.post = { message: createMessage(USER, OPERATOR, ++this.number) };
      this.dispatch(sendPending(this.post.message));
    },
    'the POST is stored': () => {
      if (this.post && !this.post.stored) this.post.stored = this.store(this.post.message);
    },
    'the POST response arrives': () => {
      if (!this.post?.stored) return;
      this.known.add(this.post.stored);
      this.dispatch(sendAccepted(this.post.message));
      this.post = undefined;
    },
    'the POST response is lost': () => {
      if (this.post) this.lostResponses += 1;
      this.post = undefined;
    },
    'the operator writes': () => {
      this.store(createMessage(OPERATOR, USER, ++this.number));
    },
    'a live message arrives': () => {
      const received = this.inFlight.shift();
      if (!received) return;
      this.known.add(received);
      this.dispatch(receivedByUser7({ ...received }));
    },
    'a history request begins': () => {
      if (this.histories.length < 2) this.requestHistory();
    },
    'the provider reads the history': () => this.readHistory(0),
    // A replica lags behind by one or three messages, so a history can be older than the one before.
    'a replica reads the history': () => this.readHistory(1),
    'a slow replica reads the history': () => this.readHistory(3),
    'a history response arrives': () => {
      // The response to the later request can overtake the earlier one.
      const history = this.histories.findLast(({ response }) => response);
      if (!history?.response) return;
      this.histories = this.histories.filter((other) => other !== history);
      // A history without a common message is added behind the list, but may be an older part.
      const isApart = !history.response.some((message) => this.known.has(message));
      if (isApart && this.state.hasHistory && this.rows.length > 0) this.isOrderKnown = false;
      history.response.forEach((message) => this.known.add(message));
      const messages = history.response.map((one) => this.fromDatabase(one, history.request));
      this.dispatch(historyFulfilled(history.request, messages));
    },
    'a history request fails': () => {
      const failed = this.histories.shift();
      if (failed) this.dispatch(historyRejected(failed.request));
    },
    'the connection drops': () => {
      this.isConnected = false;
      this.inFlight = [];
    },
    'the connection is back': () => {
      if (this.isConnected) return;
      this.requestHistory();
      this.isConnected = true;
      if (!this.behaviour.redelivers) return;
      const incoming = this.stored.filter(({ fromUserId }) => fromUserId === OPERATOR);
      this.inFlight.push(...incoming.slice(-2));
    },
  };

  /** Completes everything that is pending, and fetches the history once more. */
  settle(): void {
    const finish = (step: string, count = 1) => {
      for (; count > 0; count -= 1) this.steps[step]?.();
    };
    finish('the POST is stored');
    finish('the POST response arrives');
    finish('a live message arrives', this.inFlight.length);
    this.requestHistory();
    finish('the provider reads the history', this.histories.length);
    finish('a history response arrives', this.histories.length);
  }

  /** The entries that the list shows. */
  get rows() {
    return visibleEntries(this.state.entries);
  }

  /**
   * How many messages may be missing or duplicated until the list has settled. Where the provider
   * re-stamps, two equal messages are ambiguous if the first one lost its POST response: an echo can
   * belong to either. They are also ambiguous if the echo of the first was lost and the echo of the
   * second comes before its POST response.
   */
  get tolerance() {
    const { restamp, rounds } = this.behaviour;
    if (!restamp && !rounds) return { missing: 0, duplicated: 0 };
    return { missing: this.lostResponses + (this.post ? 1 : 0), duplicated: this.lostResponses };
  }

  private dispatch(action: { type: string }): void {
    this.state = messagesSlice.reducer(this.state, action);
  }

  /** Returns an own message with the text that the database keeps. */
  damaged(message: Message): Message {
    const { damage } = this.behaviour;
    if (!damage || message.fromUserId !== USER) return message;
    return { ...message, text: DAMAGES[damage](message.text ?? '') };
  }

  private store(posted: Message): Message {
    const { restamp, rewrite, damage, echo } = this.behaviour;
    const isOwn = posted.fromUserId === USER;
    const stored = this.damaged({ ...posted });
    // The server's clock is ahead. Its times never equal the time of another POST.
    if (restamp) stored.timestamp = toTimestamp(Date.parse(posted.timestamp ?? '') + 7.5 * MINUTE);
    if (rewrite && isOwn && !damage)
      stored.text = posted.text?.trim().replaceAll('&', '&amp;') ?? null;
    this.stored.push(stored);
    if (this.isConnected && (echo || !isOwn)) this.inFlight.push(stored);
    return stored;
  }

  /** Returns a message as the history returns it. */
  fromDatabase(message: Message, signature: number): Message {
    const { rounds, signs } = this.behaviour;
    const { imageUrl, timestamp } = message;
    return {
      ...message,
      imageUrl: signs && imageUrl ? `uploads/a.png?signature=${signature}` : imageUrl,
      timestamp: rounds ? `${timestamp?.slice(0, -4)}000Z` : timestamp,
    };
  }

  private requestHistory(): void {
    this.histories.push({ request: ++this.number });
    this.dispatch(historyRequested(this.number));
  }

  /** @param lag number of the newest messages that the history lacks */
  private readHistory(lag: number): void {
    const history = this.histories.findLast(({ response }) => !response);
    if (!history || lag > this.stored.length) return;
    history.response = this.stored.slice(0, this.stored.length - lag);
  }
}

const contents = (messages: Iterable<Message>) => [...messages].map(contentKey).sort();

/** Returns the problem after a step, if there is one. */
function findViolation(
  before: Conversation['rows'],
  step: string,
  conversation: Conversation,
): string | undefined {
  const { rows, known, tolerance, isOrderKnown } = conversation;
  const keys = rows.map(({ key }) => key);
  if (new Set(keys).size < keys.length) return 'two rows have the same key';
  const kept = keys.filter((key) => before.some((row) => row.key === key));
  if (kept.length < before.length) return 'a visible message has disappeared';
  const hasMoved = String(kept) !== String(before.map(({ key }) => key));
  if (hasMoved && step !== 'a history response arrives') return 'a row has moved';
  const messages = rows.map(({ message }) => message);
  const times = messages
    .filter(({ fromUserId }) => fromUserId === OPERATOR)
    .map(({ timestamp }) => timestamp);
  if (isOrderKnown && String(times) !== String(times.toSorted()))
    return 'the operator’s messages are out of order';
  const missing = known.size - rows.length;
  if (missing > tolerance.missing) return 'a message is lost';
  if (-missing > tolerance.duplicated) return 'a message is duplicated';
  // Before the first history with a message, its row shows the text that was posted.
  const stored = messages.map((message) => conversation.damaged(message));
  const hasOthers = missing === 0 && String(contents(stored)) !== String(contents(known));
  return hasOthers ? 'a message has changed' : undefined;
}

/** Steps of a conversation. */
interface Walk extends ProviderBehaviour {
  steps: string[];
}

/** Checks each step of a walk, and that the list finally equals the provider's conversation. */
function check({ steps, ...behaviour }: Walk): void {
  const conversation = new Conversation(behaviour);
  for (const step of steps) {
    const before = conversation.rows;
    conversation.steps[step]?.();
    const violation = findViolation(before, step, conversation);
    if (violation !== undefined) throw new Error(violation);
  }
  conversation.settle();
  // A live message keeps the time of the hub, and a message of the history the stored time.
  const inDatabase = (message: Message) => conversation.fromDatabase(message, 0);
  const shown = conversation.rows.map(({ message }) => inDatabase(message));
  expect(shown).toEqual(conversation.stored.map(inDatabase));
  const { entries } = conversation.state;
  conversation.settle();
  if (!behaviour.signs) expect(conversation.state.entries).toBe(entries);
}

/** Joins the steps of a walk that is kept as a test. */
const SEPARATOR = '; ';

/** Reports a failure with the line that keeps its shortest walk as a named test. */
function report(details: fc.RunDetails<[Walk]>): void {
  if (!details.failed || !details.counterexample) return;
  const [{ steps, ...behaviour }] = details.counterexample;
  const row = JSON.stringify(['what went wrong', behaviour, steps.join(SEPARATOR)]);
  throw new Error(`${fc.defaultReportMessage(details)}\n\nAdd to FAILED_WALKS:\n${row},`);
}

/**
 * Walks that once failed, by what went wrong, if no test of `mergeHistory` has them. The list keeps
 * steps instead of seeds, because a seed means other steps after an update of fast-check or a new step.
 */
const FAILED_WALKS: [string, ProviderBehaviour, string][] = [
  [
    'a damaged message whose response was lost was doubled behind the next one',
    { echo: true, restamp: true, rewrite: false, damage: 'replaced' },
    'a history request begins; a POST begins; the POST is stored; ' +
      'the POST response is lost; a POST begins',
  ],
  [
    'an operator’s message that came before the first history was above an older one',
    { echo: false, restamp: true, rewrite: false },
    'a POST begins; the POST is stored; the operator writes; the connection drops; ' +
      'the connection is back; the provider reads the history; the operator writes; ' +
      'a live message arrives; the POST response arrives; a history response arrives',
  ],
  [
    'a live message of the operator was above an older one, which the page had missed',
    { echo: false, restamp: false, rewrite: false, damage: 'replaced' },
    'a POST begins; the POST is stored; the operator writes; the connection drops; ' +
      'the connection is back; the operator writes; a live message arrives; ' +
      'the POST response arrives; a replica reads the history; a history response arrives',
  ],
  [
    'the first of two equal messages was doubled if the database rounds its time',
    { echo: true, restamp: false, rewrite: false, rounds: true, damage: 'replaced' },
    'a POST begins; a history request begins; the POST is stored; the operator writes; ' +
      'the provider reads the history; the POST response is lost; a POST begins; ' +
      'a history response arrives; the POST response is lost',
  ],
  [
    'the first of two equal messages was doubled if the database rounds its time and damages it',
    { echo: true, restamp: false, rewrite: false, rounds: true, damage: 'replaced' },
    'the connection drops; the connection is back; a POST begins; the POST is stored; ' +
      'a history request begins; the operator writes; the POST response is lost; ' +
      'a replica reads the history; a POST begins; a history response arrives; ' +
      'the POST response is lost',
  ],
  [
    'a POST that is stored after the history was read was lost',
    { echo: true, restamp: true, rewrite: false },
    'a POST begins; a history request begins; the provider reads the history; ' +
      'a history response arrives; the POST is stored; a live message arrives; ' +
      'the POST response arrives',
  ],
];

describe('the message list', () => {
  test.each([
    ['keeps the times', false, false],
    ['replaces the times', true, false],
    ['rounds the times, signs URLs or redelivers', false, true],
  ])('shows each message once and in order, if the provider %s', (_, restamp, isOdd) => {
    const sometimes = isOdd ? fc.boolean() : fc.constant(false);
    const walks = fc.record<Walk>({
      echo: fc.boolean(),
      rounds: sometimes,
      signs: sometimes,
      redelivers: sometimes,
      restamp: fc.constant(restamp),
      damage: fc.option(fc.constantFrom(...(Object.keys(DAMAGES) as (keyof typeof DAMAGES)[])), {
        nil: undefined,
      }),
      rewrite: fc.boolean(),
      steps: fc.array(
        fc.constantFrom(
          ...Object.keys(new Conversation({ echo: true, restamp, rewrite: true }).steps),
        ),
        { minLength: 8, maxLength: 60 },
      ),
    });
    fc.assert(fc.property(walks, check), {
      numRuns: RUNS,
      plugins: [() => ({ onAllRunsComplete: report })],
    });
  });

  test.each(FAILED_WALKS)('does not repeat an error: %s', (_, behaviour, steps) =>
    check({ ...behaviour, steps: steps.split(SEPARATOR) }),
  );
});
