import { sleep } from '../../src/provider/sleep';
import { picture } from '../browser/pictures';
import type { Provider } from '../provider/provider';
import { isCalm } from './calm';
import { expectedOf, missingIn, type Shown } from './compare';
import type { Random } from './random';
import type { Tally } from './run';
import type { Screen } from './screen';
import { until } from './until';

const WORDS = [
  'Salam',
  'kartım işləmir',
  'şifrə',
  'sağ olun',
  'https://example.az/a?b=1',
  '<b>ə</b>',
  '👍',
  'iki\nsətir',
];
/** How long a customer waits for a sending that does not end, before turning to something else. */
const PATIENCE = 8_000;
/** How long a look at the screen may take to find a quiet moment. */
const LOOK = 6_000;

/** Somebody who writes at a page of their own, whatever happens to it. */
export class Customer {
  /** Nobody writes to or for the customer, so that the screen can come to rest. */
  isResting = false;
  isOffline = false;
  /** A line from before this time may be dead without either side having noticed. */
  deafSince = 0;
  /** Texts that the screen has taken, each as often. */
  readonly taken: string[] = [];
  #count = 0;
  #turn = Promise.resolve();

  constructor(
    readonly id: number,
    readonly screen: Screen,
    private readonly provider: Provider,
    private readonly random: Random,
    private readonly tally: Tally,
  ) {}

  /** Writes until the time is over. */
  async live(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(signal, this.random.between(200, 2_000));
      if (!(await until(() => this.screen.isReady(), PATIENCE, signal))) {
        // A sending that hangs: some wait on, some load the page anew.
        if (this.random.chance(0.3)) await this.#reload();
        continue;
      }
      await this.#act(signal);
    }
  }

  async #act(signal: AbortSignal): Promise<void> {
    const dice = this.random.next();
    if (dice < 0.06) await this.#showPicture(signal);
    else if (dice < 0.1) await this.#reload();
    else if (dice < 0.2) await this.#look(signal);
    else {
      const text = await this.#nextText();
      await this.#say(text, signal);
      // The same again, on purpose.
      if (this.random.chance(0.08)) await this.#say(text, signal);
    }
  }

  /** What could not be sent stands in the input still: it is sent again, or something else is. */
  async #nextText(): Promise<string> {
    const left = await this.screen.input.inputValue();
    if (left !== '' && this.random.chance(0.7)) return left;
    this.#count += 1;
    return `${this.id}:${this.#count} ${this.random.pick(WORDS)}`;
  }

  async #say(text: string, signal: AbortSignal): Promise<void> {
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
    if (!(await until(() => screen.isReady(), PATIENCE, signal))) return;
    const left = await screen.input.inputValue();
    if (left === '') this.taken.push(text);
    else if (left !== text) {
      this.tally.problem(`customer ${this.id}: ${JSON.stringify(text)} became ${left}`);
    }
  }

  async #showPicture(signal: AbortSignal): Promise<void> {
    const width = this.random.between(20, 60);
    await this.screen.picker.setInputFiles(picture({ width, height: 40 }));
    await until(() => this.screen.isReady(), PATIENCE, signal);
  }

  /** One thing at a time is done to the page itself. */
  async alone(act: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(act);
    this.#turn = done.catch(() => undefined);
    await done;
  }

  #reload(): Promise<void> {
    return this.alone(async () => {
      // The app itself comes over the network too.
      if (this.isOffline) return;
      this.tally.fault('reload');
      await this.screen.reload();
    });
  }

  /** Rests until the screen is quiet, and holds it to what is stored; gives up where it does not rest. */
  async #look(signal: AbortSignal): Promise<void> {
    this.isResting = true;
    if (await until(() => this.isQuiet(), LOOK, signal)) {
      const before = this.stored();
      const shown = await this.screen.read();
      const isStill = before.length === this.stored().length && (await this.isQuiet());
      if (isStill) this.#judge(before, shown);
    }
    this.isResting = false;
  }

  /** Whether the screen is up to date as far as both sides can know. */
  async isQuiet(): Promise<boolean> {
    return (
      !this.isOffline &&
      isCalm(this.provider, this.id, this.deafSince) &&
      (await this.screen.isReady()) &&
      (await this.screen.isConnected())
    );
  }

  /** What the screen has to show in the end. */
  stored(): Shown[] {
    return this.provider.conversation(this.id).map((message) => expectedOf(message, this.id));
  }

  #judge(stored: Shown[], shown: Shown[]): void {
    // Which of the pictures were taken the screen does not say; they are judged in the end.
    const inText = ({ text }: Shown) => text !== null;
    // What was stored without the screen being told is shown after the next history: the answer was
    // lost, or Chromium itself has sent the request again over another socket.
    const taken = this.taken.map((text) => ({ isOwn: true, text, picture: null }));
    const due = [...taken, ...stored.filter(({ isOwn }) => !isOwn).filter(inText)];
    const lost = missingIn(shown, due);
    const doubled = missingIn(stored, shown.filter(inText));
    this.tally.looks += 1;
    const told = (what: string, messages: Shown[]) => {
      for (const { text } of messages) {
        const times = (some: Shown[]) => some.filter((message) => message.text === text).length;
        this.tally.problem(
          `customer ${this.id}, during the run, ${what}: ${JSON.stringify(text)}, stored ` +
            `${times(stored)}, taken ${times(taken)}, shown ${times(shown)} times`,
        );
      }
    };
    told('lost', lost);
    told('doubled', doubled);
  }
}
