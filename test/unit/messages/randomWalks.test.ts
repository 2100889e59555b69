import fc from 'fast-check';
import { hasPostOf } from '../../../src/messages/merge/entry';
import { messagesSlice, postedElsewhere } from '../../../src/messages/messagesSlice';
import { sendResumed, type ResumedPost } from '../../../src/messages/sendingActions';
import { contentKey, type Message } from '../../../src/contract/message';
import { countCopies, type PostStage } from '../../../src/messages/merge/ownEntries';
import { visibleEntries } from '../../../src/messages/merge/visibleEntries';
import { sessionStarted } from '../../../src/session/sessionSlice';
import {
  historyFulfilled,
  historyRejected,
  historyRequested,
  receivedByUser7,
  sendAccepted,
  sendPending,
  sendRejected,
} from '../../support/builders/builders';

const USER = 7;
const OPERATOR = 1;
const RESTAMP = 7_500;
const MINUTE = 60_000;

/** Number of random walks of each kind. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 1_000);

interface ProviderBehaviour {
  /** The hub delivers the user's own messages too. */
  echo: boolean;
  /** Time, in ms, that the provider adds to the timestamp of a message. 0 keeps it. */
  restamp: number;
  /** The provider trims and encodes the texts of posted messages. */
  rewrite: boolean;
  /** The database masks some texts of posted messages. */
  masks?: boolean;
  /** The database rounds the times of the history. */
  rounds?: boolean;
  /** Each history has new signatures in its image URLs. */
  signs?: boolean;
  /** At each connection, the hub delivers the newest messages of the operator again. */
  redelivers?: boolean;
}

const toTimestamp = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Alternates between two texts, so that equal messages are frequent, with others between them. */
const createMessage = (fromUserId: number, toUserId: number, number: number): Message => ({
  fromUserId,
  toUserId,
  text: number % 3 === 0 ? 'sağ ol & təşəkkür ' : 'salam ',
  imageUrl: number % 4 === 0 ? 'uploads/a.png' : null,
  timestamp: toTimestamp(number * MINUTE + 337),
});

/** A page of the customer, with the real messages slice. */
class Tab {
  state = messagesSlice.reducer(
    undefined,
    sessionStarted({ id: USER, username: '', role: 'user' }),
  );
  /** The stored messages that the page has received, in any way. */
  known = new Set<Message>();
  post: { message: Message; stored?: Message } | undefined;
  /** Pending history requests. `response` is missing until the provider has read the history. */
  histories: { request: number; response?: Message[] }[] = [];
  isConnected = true;
  /** Delivered by the hub and not yet received by the page. */
  inFlight: Message[] = [];
  /** Reports of the other tab's POSTs, which this page has not received yet. */
  news: { message: Message; stage: PostStage; stored?: Message | undefined }[] = [];
  /** Whether each history shared a message with the list. */
  isOrderKnown = true;
  /** The last POST, unless accepted or rejected, and the number of equal messages before it. */
  draft: ResumedPost | undefined;
  /** The POST during which the page was reloaded, if the provider has not stored it. */
  interrupted: Message | undefined;

  /** The entries that the list shows. */
  get rows() {
    return visibleEntries(this.state.entries);
  }

  dispatch(action: { type: string }): void {
    this.state = messagesSlice.reducer(this.state, action);
  }
}

/** A customer with two tabs, and a provider. All change in steps. */
class Conversation {
  readonly tabs = [new Tab(), new Tab()] as const;
  /** The provider's messages, in order. */
  readonly stored: Message[] = [];
  /** Number of POSTs whose response, or whose beginning in the other tab, was lost. */
  private lost = 0;
  private number = 0;
  /** The steps by name. A step that is not possible changes nothing. */
  readonly steps: Record<string, () => void> = {
    'the operator writes': () => {
      this.store(createMessage(OPERATOR, USER, ++this.number));
    },
  };

  constructor(private readonly behaviour: ProviderBehaviour) {
    for (const [index, name] of ['', ' in tab 2'].entries())
      for (const [step, run] of Object.entries(this.stepsOf(index))) this.steps[step + name] = run;
  }

  private stepsOf(index: number): Record<string, () => void> {
    const [tab, other] = index === 0 ? this.tabs : (this.tabs.toReversed() as [Tab, Tab]);
    /** Ends a POST, and queues the report for the other tab. */
    const endPost = (stage: PostStage, action: (message: Message) => { type: string }) => {
      if (!tab.post) return;
      const { message, stored } = tab.post;
      tab.dispatch(action(message));
      other.news.push({ message, stage, stored });
      tab.post = undefined;
      if (stage !== 'unclear') tab.draft = undefined;
    };
    const beginPost = () => {
      if (tab.post) return undefined;
      const message = createMessage(USER, OPERATOR, ++this.number);
      tab.post = { message };
      const copies = tab.state.hasHistory ? countCopies(tab.rows, message) : undefined;
      tab.draft = { message, copies };
      tab.dispatch(sendPending(message));
      return message;
    };
    const receiveNews = (position: number, isLast = true) => {
      const news = isLast ? tab.news.splice(position, 1)[0] : tab.news.at(position);
      if (!news) return;
      if (news.stage === 'accepted' && news.stored) tab.known.add(news.stored);
      tab.dispatch(postedElsewhere(news));
    };
    return {
      'a POST begins': () => {
        const message = beginPost();
        if (message) other.dispatch(postedElsewhere({ message, stage: 'posting' }));
      },
      // The other tab is suspended, or it opens later.
      'a POST begins without news': () => {
        if (beginPost()) this.lost += 1;
      },
      'the POST is stored': () => {
        if (tab.post && !tab.post.stored) tab.post.stored = this.store(tab.post.message);
      },
      'the POST response arrives': () => {
        if (!tab.post?.stored) return;
        tab.known.add(tab.post.stored);
        endPost('accepted', sendAccepted);
      },
      'the POST is rejected': () => {
        if (!tab.post?.stored) endPost('rejected', (message) => sendRejected(message, 400));
      },
      'the POST response is lost': () => {
        if (tab.post) this.lost += 1;
        endPost('unclear', (message) => sendRejected(message, 500));
      },
      'the page is reloaded': () => {
        // A reloaded page tells equal messages apart only by times that hardly change.
        if (this.behaviour.restamp > MINUTE || this.behaviour.rounds) return;
        if (tab.post) this.lost += 1;
        if (tab.post && !tab.post.stored) tab.interrupted = tab.post.message;
        const { draft, rows, interrupted } = tab;
        Object.assign(tab, new Tab(), { interrupted });
        if (draft && !hasPostOf(rows, USER, draft.message.timestamp ?? '')) {
          tab.draft = draft;
          tab.dispatch(sendResumed(draft));
        }
      },
      'the interrupted POST is stored': () => {
        if (tab.interrupted) this.store(tab.interrupted);
        tab.interrupted = undefined;
      },
      'news arrives': () => receiveNews(0),
      'the latest news arrives': () => receiveNews(-1),
      'news arrives, and arrives again later': () => receiveNews(0, false),
      'news is lost': () => {
        // The message is known only if the page has received it in another way.
        tab.news.shift();
      },
      'a live message arrives': () => {
        const received = tab.inFlight.shift();
        if (!received) return;
        tab.known.add(received);
        tab.dispatch(receivedByUser7({ ...received }));
      },
      'a history request begins': () => {
        if (tab.histories.length < 2) this.requestHistory(tab);
      },
      'the provider reads the history': () => this.readHistory(tab, 0),
      // A replica lags behind by one or three messages, so a history can be older than the one before.
      'a replica reads the history': () => this.readHistory(tab, 1),
      'a slow replica reads the history': () => this.readHistory(tab, 3),
      'a history response arrives': () => {
        // The response to the later request can overtake the earlier one.
        const history = tab.histories.findLast(({ response }) => response);
        if (!history?.response) return;
        tab.histories = tab.histories.filter((one) => one !== history);
        // A history without a common message is added behind the list, but may be an older part.
        const isApart = !history.response.some((message) => tab.known.has(message));
        if (isApart && tab.state.hasHistory && tab.rows.length > 0) tab.isOrderKnown = false;
        history.response.forEach((message) => tab.known.add(message));
        const messages = history.response.map((one) => this.fromDatabase(one, history.request));
        tab.dispatch(historyFulfilled(history.request, messages));
      },
      'a history request fails': () => {
        const failed = tab.histories.shift();
        if (failed) tab.dispatch(historyRejected(failed.request));
      },
      'the connection drops': () => {
        tab.isConnected = false;
        tab.inFlight = [];
      },
      'the connection is back': () => {
        if (tab.isConnected) return;
        this.requestHistory(tab);
        tab.isConnected = true;
        if (!this.behaviour.redelivers) return;
        const incoming = this.stored.filter(({ fromUserId }) => fromUserId === OPERATOR);
        tab.inFlight.push(...incoming.slice(-2));
      },
    };
  }

  /** Completes everything that is pending, and fetches the history once more. */
  settle(): void {
    for (const [index, tab] of this.tabs.entries()) {
      const steps = this.stepsOf(index);
      steps['the POST is stored']?.();
      steps['the POST response arrives']?.();
      while (tab.inFlight.length > 0) steps['a live message arrives']?.();
    }
    for (const [index, tab] of this.tabs.entries()) {
      const steps = this.stepsOf(index);
      while (tab.inFlight.length > 0) steps['a live message arrives']?.();
      while (tab.news.length > 0) steps['news arrives']?.();
      this.requestHistory(tab);
      tab.histories.forEach(() => steps['the provider reads the history']?.());
      while (tab.histories.length > 0) steps['a history response arrives']?.();
    }
  }

  /**
   * How many messages may be missing or duplicated until the list has settled. One may be missing for
   * each pending POST or report, and for each lost one. If the provider changes times, one may be
   * duplicated for each lost one, because an echo then fits two equal messages.
   */
  get tolerance() {
    const { restamp, rounds } = this.behaviour;
    const inFlight = this.tabs.filter(({ post }) => post).length;
    const news = this.tabs.flatMap((tab) => tab.news).length;
    return {
      missing: this.lost + inFlight + news,
      duplicated: restamp > 0 || rounds ? this.lost : 0,
    };
  }

  private store(posted: Message): Message {
    const { restamp, rewrite, echo } = this.behaviour;
    const isOwn = posted.fromUserId === USER;
    const stored = { ...posted };
    // A changed time never equals the time of another POST.
    stored.timestamp = toTimestamp(Date.parse(posted.timestamp ?? '') + restamp);
    if (rewrite && isOwn) stored.text = posted.text?.trim().replaceAll('&', '&amp;') ?? null;
    this.stored.push(stored);
    for (const tab of this.tabs) if (tab.isConnected && (echo || !isOwn)) tab.inFlight.push(stored);
    return stored;
  }

  /** Returns an own message with the text that the database keeps. */
  masked(message: Message): Message {
    const isMasked = this.behaviour.masks && message.fromUserId === USER;
    return isMasked
      ? { ...message, text: message.text?.replace(/^sağ.*/, '***') ?? null }
      : message;
  }

  /** Returns a message as the history returns it. */
  fromDatabase(message: Message, signature: number): Message {
    const { rounds, signs } = this.behaviour;
    const { imageUrl, timestamp } = message;
    return {
      ...this.masked(message),
      imageUrl: signs && imageUrl ? `uploads/a.png?signature=${signature}` : imageUrl,
      timestamp: rounds ? `${timestamp?.slice(0, -4)}000Z` : timestamp,
    };
  }

  private requestHistory(tab: Tab): void {
    tab.histories.push({ request: ++this.number });
    tab.dispatch(historyRequested(this.number));
  }

  /** @param lag number of the newest messages that the history lacks */
  private readHistory(tab: Tab, lag: number): void {
    const history = tab.histories.findLast(({ response }) => !response);
    if (!history || lag > this.stored.length) return;
    history.response = this.stored.slice(0, this.stored.length - lag);
  }
}

const contents = (messages: Iterable<Message>) => [...messages].map(contentKey).sort();

/** Returns the problem after a step, if there is one. */
function findViolation(
  before: Tab['rows'],
  step: string,
  { rows, known, isOrderKnown }: Tab,
  conversation: Conversation,
): string | undefined {
  if (step.startsWith('the page is reloaded')) return undefined;
  const { tolerance } = conversation;
  const keys = rows.map(({ key }) => key);
  if (new Set(keys).size < keys.length) return 'two rows have the same key';
  const kept = keys.filter((key) => before.some((row) => row.key === key));
  if (kept.length < before.length) return 'a visible message has disappeared';
  const hasMoved = String(kept) !== String(before.map(({ key }) => key));
  if (hasMoved && !step.startsWith('a history response arrives')) return 'a row has moved';
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
  const stored = messages.map((message) => conversation.masked(message));
  const all = [...known].map((message) => conversation.masked(message));
  const hasOthers = missing === 0 && String(contents(stored)) !== String(contents(all));
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
    const before = conversation.tabs.map(({ rows }) => rows);
    conversation.steps[step]?.();
    for (const [index, tab] of conversation.tabs.entries()) {
      const violation = findViolation(before[index] ?? [], step, tab, conversation);
      if (violation !== undefined) throw new Error(`tab ${index + 1}: ${violation}`);
    }
  }
  conversation.settle();
  // A live message keeps the time of the hub, and a message of the history the stored time.
  const inDatabase = (message: Message) => conversation.fromDatabase(message, 0);
  const lists = conversation.tabs.map(({ state }) => state.entries);
  for (const { rows } of conversation.tabs)
    expect(rows.map(({ message }) => inDatabase(message))).toEqual(
      conversation.stored.map(inDatabase),
    );
  conversation.settle();
  if (!behaviour.signs)
    conversation.tabs.forEach(({ state }, index) => expect(state.entries).toBe(lists[index]));
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
    'an operator’s message that came before the first history was above an older one',
    { echo: false, restamp: RESTAMP, rewrite: false },
    'a POST begins; the POST is stored; the operator writes; the connection drops; ' +
      'the connection is back; the provider reads the history; the operator writes; ' +
      'a live message arrives; the POST response arrives; a history response arrives',
  ],
  [
    'a live message of the operator was above an older one, which the page had missed',
    { echo: false, restamp: 0, rewrite: false },
    'a POST begins; the POST is stored; the operator writes; the connection drops; ' +
      'the connection is back; the operator writes; a live message arrives; ' +
      'the POST response arrives; a replica reads the history; a history response arrives',
  ],
  [
    'the first of two equal messages was doubled if the database rounds its time',
    { echo: true, restamp: 0, rewrite: false, rounds: true },
    'a POST begins; a history request begins; the POST is stored; the operator writes; ' +
      'the provider reads the history; the POST response is lost; a POST begins; ' +
      'a history response arrives; the POST response is lost',
  ],
  [
    'a POST that is stored after the history was read was lost',
    { echo: true, restamp: RESTAMP, rewrite: false },
    'a POST begins; a history request begins; the provider reads the history; ' +
      'a history response arrives; the POST is stored; a live message arrives; ' +
      'the POST response arrives',
  ],
];

describe('the message list', () => {
  test.each([
    ['keeps the times', 0, false],
    ['replaces the times', RESTAMP, false],
    ['changes the times by minutes', 7.5 * MINUTE, false],
    ['rounds the times, signs URLs or redelivers', 0, true],
  ])('shows each message once and in order, if the provider %s', (_, restamp, isOdd) => {
    const sometimes = isOdd ? fc.boolean() : fc.constant(false);
    const walks = fc.record<Walk>({
      echo: fc.boolean(),
      rounds: sometimes,
      signs: sometimes,
      redelivers: sometimes,
      restamp: fc.constant(restamp),
      // A masked text with another time is matched by the order of sending alone, as far as that goes.
      masks: restamp > 0 || isOdd ? fc.constant(false) : fc.boolean(),
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
