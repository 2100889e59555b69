import { expect } from '@playwright/test';
import type { Provider } from '../../stand-in/provider';
import { CHAT, type Control } from '../page/chatScreen';
import { hasHistoryResponse } from '../page/page';
import { until } from '../time/until';
import type { Tab } from './puppeteer';

/** The sender at the beginning of a message's text, and the time at its end. */
const SENDER_OR_TIME = /^(Siz|Operator): |\d\d:\d\d$/g;

/** Finds the visible elements of a part of the page. Runs there, so it may use nothing from outside. */
function findVisible([selector, text = '']: Control) {
  const elements = [...document.querySelectorAll(selector)].filter(
    (element) => element.checkVisibility() && element.textContent.includes(text),
  );
  return elements.map((element) => {
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
    const go = (place: string) => {
      if (document.URL !== place) location.href = place;
    };
    return this.#navigate(go, url);
  }

  /** Goes back to the chat. */
  back(): Promise<void> {
    return this.#navigate(() => history.back(), `${this.url}/chat`);
  }

  /** Opens the chat of a customer who logged in before, and waits until it is connected. */
  async openChat(): Promise<void> {
    await this.#store(this.token);
    await this.open(`${this.url}/chat`);
    await this.waitUntilConnected();
  }

  async openLogin(): Promise<void> {
    await this.#store('');
    await this.open(`${this.url}/login`);
  }

  async waitUntilConnected(): Promise<void> {
    await expect.poll(() => this.text(CHAT.connection)).toBe('Qoşulub');
    await expect.poll(() => this.count(CHAT.loading)).toBe(0);
    await expect.poll(() => hasHistoryResponse(this.provider)).toBe(true);
  }

  find(control: Control): Promise<ReturnType<typeof findVisible>> {
    return this.tab.evaluate(findVisible, control);
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
    const [found] = await this.find(control);
    if (!found) throw new Error('The control has disappeared.');
    const { x, y, width, height } = found.box;
    await this.tab.mouse.click(x + width / 2, y + height / 2);
  }

  /** Types a text into the message input and sends it with Enter. */
  async say(text: string): Promise<void> {
    await this.click(CHAT.input);
    await this.tab.keyboard.type(text);
    await this.tab.keyboard.press('Enter');
  }

  /** Waits until the list shows exactly these texts. */
  async expectTexts(...texts: string[]): Promise<void> {
    const shown = async () =>
      (await this.find(CHAT.messages)).map(({ text }) => text.replaceAll(SENDER_OR_TIME, ''));
    await expect.poll(shown).toEqual(texts);
  }

  /** Navigates. Does not wait for deferred scripts, because a test may delay them. */
  async #navigate(go: (url: string) => void, url: string): Promise<void> {
    await this.tab.evaluate(go, url);
    const isParsed = (place: string) => document.URL === place && document.readyState !== 'loading';
    // A script that runs while the document is replaced fails.
    await until(() => this.tab.evaluate(isParsed, url).catch(() => false), { interval: 20 });
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
