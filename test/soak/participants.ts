import type { Message } from '../../src/conversation/message';
import type { Provider } from '../stand-in/provider';
import { imageFile } from '../support/browser/images';
import {
  compare,
  isClean,
  missingIn,
  storedRow,
  type StoredRow,
} from '../support/endurance/compare';
import { Customer } from '../support/endurance/customer';
import { Operator } from '../support/endurance/operator';
import type { ChatScreen } from '../support/page/chatScreen';
import type { Random } from '../support/time/random';
import { sleep, until } from '../support/time/until';

/** Counts the injected faults and the checks, and collects the problems. */
export class Tally {
  readonly faults = new Map<string, number>();
  readonly problems: string[] = [];
  checks = 0;

  fault(kind: string): void {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);
  }

  problem(description: string): void {
    this.problems.push(description);
  }

  get faultCount(): number {
    return [...this.faults.values()].reduce((sum, count) => sum + count, 0);
  }
}

/** What all participants of a run share. */
export interface Run {
  readonly provider: Provider;
  readonly customers: readonly RandomCustomer[];
  /** Aborted at the end of the run. */
  readonly signal: AbortSignal;
  readonly tally: Tally;
}

/** Whether the run has ended. A function, because TypeScript would narrow `aborted` across `await`. */
export const isOver = ({ aborted }: AbortSignal): boolean => aborted;

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Undoes the changes of the `rewrite` switch, up to white space at the start and the end. */
const canonical = <T extends { text: string | null }>(row: T): T => ({
  ...row,
  text:
    row.text
      ?.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity)
      .replaceAll('\r\n', '\n')
      .trim() ?? null,
});

const ENDINGS = [
  'şifrə',
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
/** Time without any event of a customer after which the server counts as idle, in ms. */
const IDLE_TIME = 1_000;

/** A customer who does random things while faults are injected. */
export class RandomCustomer extends Customer {
  /** While true, neither the customer nor the operator writes, so that the screen can settle. */
  isChecking = false;
  isOffline = false;
  /** Ms since the epoch; connections opened before may be dead without either side noticing. */
  connectionsTrustedSince = 0;
  #queue = Promise.resolve();

  constructor(
    id: number,
    screen: ChatScreen,
    private readonly provider: Provider,
    private readonly random: Random,
    private readonly tally: Tally,
  ) {
    super(id, screen, SEND_TIMEOUT);
  }

  /** Writes until the run ends. */
  async write(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(signal, this.random.between(200, 2_000));
      if (await this.isReady(signal)) await this.#act(signal);
      // A send hangs: 30 % of the time the customer reloads the page, otherwise keeps waiting.
      else if (this.random.chance(0.3)) await this.#reload();
      const messages = await this.screen.page.evaluate(
        () => (Reflect.get(window, 'visibleMessages') as Message[] | undefined) ?? [],
      );
      const rows = messages.map(({ fromUserId, text, imageUrl }) =>
        canonical({ isOwn: fromUserId === this.id, text, imageUrl }),
      );
      this.#report('has more rows than stored messages', missingIn(this.stored(), rows));
    }
  }

  async #act(signal: AbortSignal): Promise<void> {
    const dice = this.random.next();
    if (dice < 0.06)
      await this.screen.filePicker.setInputFiles(imageFile({ width: 40, height: 30 }));
    else if (dice < 0.1) await this.#reload();
    else if (dice < 0.2) await this.#check(signal);
    else await this.#write();
  }

  /** Sends the text that a failed send has left (70 %), or a new one; at times twice. */
  async #write(): Promise<void> {
    const { screen, random } = this;
    const left = await screen.input.inputValue();
    const isLeft = left !== '' && random.chance(0.7);
    const text = isLeft ? left : `${this.nextText()} ${random.pick(ENDINGS)}`;
    for (let copies = random.chance(0.08) ? 2 : 1; copies > 0; copies -= 1) {
      if (!(await screen.isReady())) return;
      if (random.chance(0.3) && !text.includes('\n')) {
        await screen.input.fill('');
        await screen.input.pressSequentially(text);
      } else await screen.input.fill(text);
      if (random.chance(0.03)) {
        await screen.input.press('Enter');
        await this.#reload();
        return;
      }
      const rest = (await this.send(random.pick(['Enter', 'button']))) ?? text;
      if (rest !== '' && rest !== text) {
        this.tally.problem(`customer ${this.id}: sent ${text}, but the input holds ${rest}`);
      }
    }
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
      await this.screen.page.reload({ waitUntil: 'commit' });
      await this.screen.input.waitFor();
    });
  }

  /** Waits until the screen is up to date and compares it with the stored messages. */
  async #check(signal: AbortSignal): Promise<void> {
    this.isChecking = true;
    if (await until(() => this.isUpToDate(), { timeout: CHECK_TIMEOUT, signal })) {
      const stored = this.stored();
      const shown = await this.read();
      if (stored.length === this.stored().length && (await this.isUpToDate())) {
        this.tally.checks += 1;
        // Images are compared at the end: the page does not say which uploads were accepted.
        const hasText = ({ text }: { text: string | null }) => text !== null;
        const due = this.dueOf(stored).map(canonical).filter(hasText);
        this.#report('does not show', missingIn(shown, due));
        this.#report('shows too often', missingIn(stored, shown.filter(hasText)));
      }
    }
    this.isChecking = false;
  }

  #report(problem: string, rows: readonly { text: string | null }[]): void {
    if (rows.length === 0) return;
    const texts = JSON.stringify(rows.slice(0, 5).map(({ text }) => text));
    this.tally.problem(`customer ${this.id} ${problem}, during the run: ${texts}`);
  }

  /** Compares the screen with the stored messages, row by row. */
  async compareExactly(): Promise<void> {
    const [stored, shown] = [this.stored(), await this.read()];
    const counts = compare(this.id, stored, shown);
    if (!isClean(counts)) {
      this.tally.problem(`customer ${this.id}, at the end: ${JSON.stringify(counts)}`);
      this.#report('does not show', missingIn(shown, stored));
    }
    const accepted = this.accepted.map((text) => canonical({ isOwn: true, text, imageUrl: null }));
    this.#report('had accepted, and the server did not store', missingIn(stored, accepted));
  }

  /** Whether the screen is up to date, as far as the server and the page can know. */
  async isUpToDate(): Promise<boolean> {
    const isIdle = !this.isOffline && this.#isServerIdle();
    return isIdle && (await this.screen.isReady()) && this.screen.isConnected();
  }

  /**
   * Whether the server is idle for this customer: a connection is open, the history was requested
   * on it and delivered, and no send or upload is pending.
   */
  #isServerIdle(): boolean {
    const all = this.provider.ledger.entries.filter(({ customerId }) => customerId === this.id);
    const isClosed = (id: string) =>
      all.some((entry) => entry.kind === 'closed' && entry.connectionId === id);
    // Not the last connection: an attempt that the page has abandoned can open later, and close.
    const opened = all.findLastIndex(
      (entry) =>
        entry.kind === 'opened' &&
        entry.at >= this.connectionsTrustedSince &&
        !isClosed(entry.connectionId),
    );
    if (opened < 0) return false;
    const requests = (entries: typeof all) => entries.filter((entry) => entry.kind === 'request');
    const isSending = requests(all).some(
      ({ call, status }) => (call === 'send' || call === 'upload') && status === 'pending',
    );
    const history = requests(all.slice(opened)).findLast(({ call }) => call === 'messages');
    const isQuiet = (all.at(-1)?.at ?? 0) < Date.now() - IDLE_TIME;
    return !isSending && history?.status === 200 && isQuiet;
  }

  /** The stored messages, as the screen must show them at the end. */
  stored(): StoredRow[] {
    const messages = this.provider.conversation(this.id);
    return messages.map((message) => canonical(storedRow(message, this.id)));
  }

  /** Reads every message on the screen. */
  async read() {
    return (await this.screen.readRows()).map(canonical);
  }
}

/** Sends random messages, singly or in bursts. */
export class RandomOperator extends Operator {
  /** @param imageUrl of an uploaded image */
  constructor(
    private readonly run: Run,
    private readonly imageUrl: string,
    private readonly random: Random,
  ) {
    super();
  }

  protected override post(customerId: number, text: string): void {
    const content = this.random.chance(0.05) ? { imageUrl: this.imageUrl } : { text };
    this.run.provider.operator.send(customerId, content);
    // The same message again, on purpose.
    if (this.random.chance(0.08)) this.run.provider.operator.send(customerId, content);
  }

  /** Writes to a customer until the run ends. */
  operate(customer: RandomCustomer): Promise<void> {
    const { signal } = this.run;
    return this.write(customer.id, signal, async () => {
      if (this.random.chance(0.7)) await sleep(signal, this.random.between(300, 3_000));
      await until(() => !customer.isChecking, { signal });
    });
  }
}
