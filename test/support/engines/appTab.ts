import { expect } from '@playwright/test';
import type { Provider } from '../../stand-in/provider';
import { CHAT, type Control, LOGIN } from '../page/chatScreen';
import { hasHistory } from '../page/page';
import type { Tab } from './drivers/tab';
import { PROBLEMS } from './probe';
import { findVisible, type Found, stepsTo } from './query';

/** The sender at the beginning of a message's text, and the time at its end. */
const SENDER_OR_TIME = /^(Siz|Operator): |\d\d:\d\d$/g;

/** The app in one tab: what a customer sees and does there. */
export class AppTab {
  constructor(
    readonly tab: Tab,
    readonly url: string,
    private readonly provider: Provider,
    readonly token: string,
  ) {}

  /** Opens the app, by default as a customer who signed in before. */
  async open({ path = '/chat', isSignedIn = true } = {}): Promise<void> {
    await this.tab.open(`${this.url}/favicon.svg`);
    await this.tab.evaluate(
      (token) => (token ? localStorage.setItem('token', token) : localStorage.clear()),
      isSignedIn ? this.token : '',
    );
    await this.tab.open(this.url + path);
  }

  /** Opens the chat and waits until it is connected. */
  async openChat(): Promise<void> {
    await this.open();
    await this.waitUntilConnected();
  }

  async waitUntilConnected(): Promise<void> {
    await expect.poll(() => this.text(CHAT.connection)).toBe('Qoşulub');
    await expect.poll(() => this.count(CHAT.loading)).toBe(0);
    await expect.poll(() => hasHistory(this.provider)).toBe(true);
  }

  find(control: Control): Promise<Found[]> {
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

  /** @throws Error if the control is not visible */
  async middleOf(control: Control): Promise<{ x: number; y: number }> {
    const [found] = await this.find(control);
    if (!found) throw new Error(`Not visible: ${JSON.stringify(control)}`);
    const { x, y, width, height } = found.box;
    return { x: x + width / 2, y: y + height / 2 };
  }

  async click(control: Control): Promise<void> {
    await expect.poll(async () => (await this.find(control))[0]?.isDisabled).toBe(false);
    await this.tab.clickAt(await this.middleOf(control));
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

  /** The texts of the rendered messages, without their senders and times. */
  async texts(control: Control = CHAT.messages): Promise<string[]> {
    return (await this.find(control)).map(({ text }) => text.replaceAll(SENDER_OR_TIME, ''));
  }

  async expectTexts(...texts: string[]): Promise<void> {
    await expect.poll(() => this.texts()).toEqual(texts);
  }

  /** What the probe has recorded in this tab so far. */
  recorded(): Promise<string[]> {
    return this.tab.evaluate((key) => {
      if (!location.protocol.startsWith('http')) return [];
      return JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
    }, PROBLEMS);
  }
}
