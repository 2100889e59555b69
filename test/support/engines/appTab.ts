import { expect } from '@playwright/test';
import type { Provider } from '../../stand-in/provider';
import { CHAT, type Control, LOGIN, ROLE_SELECTORS } from '../page/chatScreen';
import { hasHistory } from '../page/page';
import { until } from '../time/until';
import type { Tab } from './tab';

/** The sender at the beginning of a message's text, and the time at its end. */
const SENDER_OR_TIME = /^(Siz|Operator): |\d\d:\d\d$/g;

/** One step of a search: elements below those of the step before, by a part of their name. */
interface Step {
  selector: string;
  name?: string | undefined;
}

/** Returns the steps that lead to a part of the page. */
function stepsTo(control: Control): Step[] {
  if ('text' in control) return [{ selector: 'body *', name: control.text }];
  const step =
    'selector' in control
      ? { selector: control.selector }
      : { selector: ROLE_SELECTORS[control.role], name: control.name };
  return [...(control.within ? stepsTo(control.within) : []), step];
}

/** Finds the visible elements. Runs in the page, so it may use nothing from outside. */
function findVisible(steps: Step[]) {
  // Not from the root element, which Firefox's document lacks for a moment during a navigation.
  let roots: ParentNode[] = [document];
  let found: Element[] = [];
  for (const { selector, name = '' } of steps) {
    const isFound = (element: Element) =>
      element.checkVisibility() &&
      (element.getAttribute('aria-label') ?? element.textContent).includes(name);
    found = roots.flatMap((root) => [...root.querySelectorAll(selector)].filter(isFound));
    roots = found;
  }
  return found.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return {
      text: element.textContent,
      value: 'value' in element ? String(element.value) : '',
      isDisabled: element.matches(':disabled'),
      isFocused: element === document.activeElement,
      box: { x, y, width, height },
    };
  });
}

let documentsLeft = 0;

/** The app in one tab: what a customer sees and does there. */
export class AppTab {
  constructor(
    readonly tab: Tab,
    readonly url: string,
    private readonly provider: Provider,
    private readonly token: string,
  ) {}

  /** Opens a URL and waits until the document is parsed. */
  open(url: string): Promise<void> {
    return this.#navigate((place) => {
      location.href = place;
    }, url);
  }

  back(): Promise<void> {
    return this.#navigate(() => history.back(), '');
  }

  /** Opens the chat of a customer who signed in before. */
  async openStored(): Promise<void> {
    await this.#store(this.token);
    await this.open(`${this.url}/chat`);
  }

  /** Opens the chat and waits until it is connected. */
  async openChat(): Promise<void> {
    await this.openStored();
    await this.waitUntilConnected();
  }

  async openLogin(): Promise<void> {
    await this.#store('');
    await this.open(`${this.url}/login`);
  }

  async waitUntilConnected(): Promise<void> {
    await expect.poll(() => this.text(CHAT.connection)).toBe('Qoşulub');
    await expect.poll(() => this.count(CHAT.loading)).toBe(0);
    await expect.poll(() => hasHistory(this.provider)).toBe(true);
  }

  find(control: Control): Promise<ReturnType<typeof findVisible>> {
    return this.tab.evaluate(findVisible, stepsTo(control));
  }

  async count(control: Control): Promise<number> {
    return (await this.find(control)).length;
  }

  async text(control: Control): Promise<string | undefined> {
    return (await this.find(control))[0]?.text;
  }

  async value(control: Control): Promise<string | undefined> {
    return (await this.find(control))[0]?.value;
  }

  async isFocused(control: Control): Promise<boolean> {
    return (await this.find(control)).some(({ isFocused }) => isFocused);
  }

  /** Clicks on the middle of an enabled control. */
  async click(control: Control): Promise<void> {
    await expect.poll(async () => (await this.find(control))[0]?.isDisabled).toBe(false);
    const [{ x, y, width, height } = { x: 0, y: 0, width: 0, height: 0 }] = (
      await this.find(control)
    ).map(({ box }) => box);
    await this.tab.clickAt({ x: x + width / 2, y: y + height / 2 });
  }

  /** Types a text into the message input and sends it with Enter. */
  async say(text: string): Promise<void> {
    await this.click(CHAT.input);
    await this.tab.type(text);
    await this.tab.press('Enter');
  }

  /** Types digits at the end of the phone input, which is prefilled with +994. */
  async typePhone(digits: string): Promise<void> {
    await this.click(LOGIN.phone);
    await this.tab.press('End');
    await this.tab.type(digits);
  }

  /** Waits until the list shows exactly these texts. */
  async expectTexts(...texts: string[]): Promise<void> {
    const shown = async () =>
      (await this.find(CHAT.messages)).map(({ text }) => text.replaceAll(SENDER_OR_TIME, ''));
    await expect.poll(shown).toEqual(texts);
  }

  /** Navigates. Does not wait for deferred scripts, because a test may delay them. */
  async #navigate(go: (place: string) => void, place: string): Promise<void> {
    // Each navigation has its own number: a document that Back restores has the mark of an earlier one.
    documentsLeft += 1;
    const mark = documentsLeft;
    await this.tab.evaluate((left) => void Reflect.set(document, 'left', left), mark);
    await this.tab.evaluate(go, place);
    // Before the next document, Firefox may load about:blank, which has no mark either.
    const isParsed = (left: number) =>
      Reflect.get(document, 'left') !== left &&
      document.URL !== 'about:blank' &&
      document.readyState !== 'loading';
    // A script that runs while the document is replaced fails.
    await until(() => this.tab.evaluate(isParsed, mark).catch(() => false), { interval: 20 });
  }

  /** Stores a token, or none, on the app's origin without starting the app. */
  async #store(token: string): Promise<void> {
    await this.open(`${this.url}/favicon.svg`);
    await this.tab.evaluate(
      (value) => (value ? localStorage.setItem('token', value) : localStorage.clear()),
      token,
    );
  }
}
