import { sleep } from '../../src/realtime/sleep';
import type { Provider } from '../stand-in/provider';
import { imageFile } from '../support/browser/images';
import { expectedOf, missingIn, type Shown } from '../support/page/compareRows';
import type { CustomerScreen } from '../support/page/customerScreen';
import type { Random } from '../support/time/random';
import { until } from '../support/time/until';
import type { Tally } from './run';

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/**
 * Undoes the changes of the `rewrite` switch. Texts become equal if they differ only in entities,
 * in line ends or in white space at the start and the end.
 */
const canonicalText = (text: string): string =>
  text
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity)
    .replaceAll('\r\n', '\n')
    .trim();

/** Time without any event of a customer after which the server counts as idle, in ms. */
const IDLE_TIME = 1_000;

/** Times in ms since the epoch; earlier connections and histories do not count. */
interface TrustedSince {
  connections: number;
  histories: number;
}

/**
 * Whether the server is idle for a customer: a connection is open, the history was requested on it
 * and delivered, and no send or upload is pending.
 */
function isServerIdle({ ledger }: Provider, customerId: number, since: TrustedSince): boolean {
  const all = ledger.entries.filter((entry) => entry.customerId === customerId);
  const isClosed = (id: string) =>
    all.some((entry) => entry.kind === 'closed' && entry.connectionId === id);
  // Not the last connection: an attempt that the page has abandoned can open later, and close.
  const openedAt = all.findLastIndex(
    (entry) =>
      entry.kind === 'opened' && entry.at >= since.connections && !isClosed(entry.connectionId),
  );
  if (openedAt < 0) return false;
  const later = all.slice(openedAt);
  const requests = all.filter((entry) => entry.kind === 'request');
  const isSending = requests.some(
    ({ call, status }) => (call === 'send' || call === 'upload') && status === 'pending',
  );
  const history = later.findLast((entry) => entry.kind === 'request' && entry.call === 'messages');
  const isCaughtUp =
    history?.kind === 'request' && history.status === 200 && history.at >= since.histories;
  const isQuiet = (all.at(-1)?.at ?? 0) < Date.now() - IDLE_TIME;
  return !isSending && isCaughtUp && isQuiet;
}

const TEXTS = [
  'Salam',
  'kartım işləmir',
  'şifrə',
  'sağ olun',
  'https://example.az/a?b=1',
  '<b>ə</b>',
  '"A" & \'B\' ',
  '👍',
  'iki\nsətir',
];
/** Time that a customer waits for a pending send before doing something else, in ms. */
const SEND_TIMEOUT = 8_000;
/** Time that a check waits for the screen to be up to date, in ms; then the check is skipped. */
const CHECK_TIMEOUT = 6_000;

const canonical = (shown: Shown): Shown => ({
  ...shown,
  text: shown.text && canonicalText(shown.text),
});

/** A simulated customer who keeps writing while faults are injected. */
export class Customer {
  /** While true, neither the customer nor the operator writes, so that the screen can settle. */
  isChecking = false;
  isOffline = false;
  /** Ms since the epoch; connections opened before may be dead without either side noticing. */
  connectionsTrustedSince = 0;
  /** Ms since the epoch; histories that were requested earlier may lack messages. */
  historiesTrustedSince = 0;
  /** Texts that the app reported as sent, by clearing the input. */
  readonly accepted: string[] = [];
  #textCount = 0;
  #queue = Promise.resolve();

  constructor(
    readonly id: number,
    readonly screen: CustomerScreen,
    private readonly provider: Provider,
    private readonly random: Random,
    private readonly tally: Tally,
  ) {}

  /** Writes until the run ends. */
  async write(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(signal, this.random.between(200, 2_000));
      if (!(await until(() => this.screen.isReady(), { timeout: SEND_TIMEOUT, signal }))) {
        // A send hangs: 30 % of the time the customer reloads the page, otherwise keeps waiting.
        if (this.random.chance(0.3)) await this.#reload();
        continue;
      }
      await this.#act(signal);
      await this.#findDuplicates();
    }
  }

  async #act(signal: AbortSignal): Promise<void> {
    const dice = this.random.next();
    if (dice < 0.06) await this.#sendImage(signal);
    else if (dice < 0.1) await this.#reload();
    else if (dice < 0.2) await this.#check(signal);
    else {
      const text = await this.#nextText();
      await this.#send(text, signal);
      // The same text again, on purpose.
      if (this.random.chance(0.08)) await this.#send(text, signal);
    }
  }

  /** Returns the text left by a failed send (70 %), or a new one. */
  async #nextText(): Promise<string> {
    const left = await this.screen.input.inputValue();
    if (left !== '' && this.random.chance(0.7)) return left;
    this.#textCount += 1;
    return `${this.id}:${this.#textCount} ${this.random.pick(TEXTS)}`;
  }

  async #send(text: string, signal: AbortSignal): Promise<void> {
    const { screen, random } = this;
    if (!(await screen.isReady())) return;
    if ((await screen.input.inputValue()) !== text) {
      await screen.input.fill('');
      if (random.chance(0.3) && !text.includes('\n')) await screen.input.pressSequentially(text);
      else await screen.input.fill(text);
    }
    await screen.press(random.pick(['Enter', 'Enter', 'button']));
    if (random.chance(0.03)) {
      await this.#reload();
      return;
    }
    if (!(await until(() => screen.isReady(), { timeout: SEND_TIMEOUT, signal }))) return;
    const left = await screen.input.inputValue();
    if (left === '') this.accepted.push(canonicalText(text));
    else if (left !== text) {
      this.tally.problem(
        `customer ${this.id}: sent ${JSON.stringify(text)}, but the input holds ${JSON.stringify(left)}`,
      );
    }
  }

  async #sendImage(signal: AbortSignal): Promise<void> {
    await this.screen.filePicker.setInputFiles(imageFile({ width: 40, height: 30 }));
    await until(() => this.screen.isReady(), { timeout: SEND_TIMEOUT, signal });
  }

  /** Queues an action on the page itself, so that a reload and a network change never overlap. */
  async enqueue(action: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(action);
    this.#queue = done.catch(() => undefined);
    await done;
  }

  #reload(): Promise<void> {
    return this.enqueue(async () => {
      // Offline, the page itself would not load.
      if (this.isOffline) return;
      this.tally.fault('reload');
      await this.screen.reload();
    });
  }

  /** Reports a message that has more rows than copies are stored. */
  async #findDuplicates(): Promise<void> {
    const messages = await this.screen.visibleMessages();
    const rows = messages.map((message) => canonical(expectedOf(message, this.id)));
    for (const { text, imageUrl } of missingIn(this.stored(), rows)) {
      this.tally.problem(`customer ${this.id}: two rows for ${JSON.stringify(text ?? imageUrl)}`);
    }
  }

  /** Waits until the screen is up to date and compares it with the stored messages. */
  async #check(signal: AbortSignal): Promise<void> {
    this.isChecking = true;
    if (await until(() => this.isUpToDate(), { timeout: CHECK_TIMEOUT, signal })) {
      const before = this.stored();
      const shown = await this.read();
      const isUnchanged = before.length === this.stored().length && (await this.isUpToDate());
      if (isUnchanged) this.#compare(before, shown);
    }
    this.isChecking = false;
  }

  /** Whether the screen is up to date, as far as the server and the page can know. */
  async isUpToDate(): Promise<boolean> {
    return (
      !this.isOffline &&
      this.#isServerIdle() &&
      (await this.screen.isReady()) &&
      (await this.screen.isConnected())
    );
  }

  /** Describes what a screen is waiting for. */
  async describe(): Promise<string> {
    const [isReady, isConnected] = [await this.screen.isReady(), await this.screen.isConnected()];
    return JSON.stringify({ isServerIdle: this.#isServerIdle(), isReady, isConnected });
  }

  #isServerIdle(): boolean {
    return isServerIdle(this.provider, this.id, {
      connections: this.connectionsTrustedSince,
      histories: this.historiesTrustedSince,
    });
  }

  /** The stored messages, as the screen must show them at the end. */
  stored(): Shown[] {
    const messages = this.provider.conversation(this.id);
    return messages.map((message) => canonical(expectedOf(message, this.id)));
  }

  /** Reads every message on the screen. */
  async read(): Promise<Shown[]> {
    return (await this.screen.read()).map(canonical);
  }

  #compare(stored: Shown[], shown: Shown[]): void {
    // Images are compared at the end of the run: the page does not say which uploads were accepted.
    const hasText = ({ text }: Shown) => text !== null;
    // A stored own text may be missing until the next history, if the app does not know that it was
    // stored: the response was lost, or Chromium repeated the POST on another socket.
    const accepted = this.accepted.map((text) => ({ isOwn: true, text, imageUrl: null }));
    const expected = [...accepted, ...stored.filter(({ isOwn }) => !isOwn).filter(hasText)];
    const lost = missingIn(shown, expected);
    const doubled = missingIn(stored, shown.filter(hasText));
    this.tally.checks += 1;
    const report = (problem: string, messages: Shown[]) => {
      for (const { text } of messages) {
        const count = (list: Shown[]) => list.filter((message) => message.text === text).length;
        this.tally.problem(
          `customer ${this.id}, during the run, ${problem}: ${JSON.stringify(text)}, stored ` +
            `${count(stored)}, accepted ${count(accepted)}, shown ${count(shown)} times`,
        );
      }
    };
    report('lost', lost);
    report('doubled', doubled);
  }
}
