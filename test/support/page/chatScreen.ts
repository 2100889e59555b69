import { expect, type Locator, type Page } from '@playwright/test';
import type { ImageFile } from '../browser/images';

/** How to find a part of the page, in any driver: a CSS selector, and a text that the element contains. */
export type Control = readonly [selector: string, text?: string];

/** The parts of the chat screen. */
export const CHAT = {
  header: ['header'],
  connection: ['header [data-connection]'],
  strip: ['header [role=status]'],
  reconnect: ['header button', 'Yenidən qoşul'],
  logout: ['header button', 'Çıxış'],
  list: ['[role=log][aria-label="Mesajlar"]'],
  messages: ['[role=log] [role=article]'],
  own: ['[role=log] [data-own="true"]'],
  incoming: ['[role=log] [data-own="false"]'],
  newest: ['button[aria-label="Ən son mesaja keç"]'],
  newMessages: ['[role=separator][aria-label="Yeni mesajlar"]'],
  loading: ['[role=log] [data-state] > p', 'Mesajlar yüklənir...'],
  input: ['[placeholder="Mesajınızı yazın..."]'],
  send: ['button[aria-label="Göndər"]'],
  attach: ['button[aria-label="Şəkil əlavə et"]'],
  /** The images that wait to be sent. */
  waiting: ['ul[aria-label="Göndəriləcək şəkillər"] li'],
  cancel: ['button[aria-label="Göndərməyi ləğv et"]'],
  progress: ['progress'],
  filePicker: ['input[type=file]'],
} as const satisfies Record<string, Control>;

/** The parts of the login screen. */
export const LOGIN = {
  heading: ['h1', 'Telefon nömrənizi daxil edin'],
  phone: ['[placeholder="Telefon nömrəsi"]'],
  button: ['button', 'Daxil ol'],
  spinner: ['button span:empty'],
  note: ['input[type="tel"] + div'],
  error: ['[role=alert]'],
} as const satisfies Record<string, Control>;

/** A message as the list shows it. */
export interface Row {
  isOwn: boolean;
  text: string | null;
  /** The image's path without its leading slash; null also for an image that could not be loaded. */
  imageUrl: string | null;
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a base class of page objects that have a locator for each part. */
const screenOf = <Name extends string>(parts: Record<Name, Control>) =>
  class {
    constructor(readonly page: Page) {
      for (const [name, [selector, hasText]] of Object.entries<Control>(parts))
        Object.assign(this, { [name]: page.locator(selector, hasText ? { hasText } : {}) });
    }
  } as new (page: Page) => { readonly page: Page } & Readonly<Record<Name, Locator>>;

/** The chat screen: its controls and what a customer can do with them. */
export class ChatScreen extends screenOf(CHAT) {
  /** Opens the app with a stored token, as for a customer who logged in before. */
  async openWith(token: string, path = '/chat'): Promise<void> {
    await this.page.goto('/favicon.svg');
    await this.page.evaluate((value) => localStorage.setItem('token', value), token);
    // Does not wait for images, because a test may hold them back.
    await this.page.goto(path, { waitUntil: 'domcontentloaded' });
  }

  /** Waits until the hub is connected and the history is loaded. */
  async waitUntilConnected(): Promise<void> {
    await expect(this.connection).toHaveText('Qoşulub');
    await expect(this.loading).toBeHidden();
  }

  /** Returns at once whether a message can be sent. */
  async isReady(): Promise<boolean> {
    return (await this.input.count()) > 0 && this.input.isEnabled();
  }

  /** Hides or shows the page as far as its scripts can see; headless Chromium never hides a page. */
  async setHidden(isHidden: boolean): Promise<void> {
    await this.page.evaluate((value) => {
      Object.defineProperties(document, {
        hidden: { configurable: true, value },
        visibilityState: { configurable: true, value: value ? 'hidden' : 'visible' },
      });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  }

  /** Types a text and sends it with Enter. */
  async say(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** Picks files in the dialog that the attach button opens. */
  async pick(...files: ImageFile[]): Promise<void> {
    const dialog = this.page.waitForEvent('filechooser');
    await this.attach.click();
    await (await dialog).setFiles(files);
  }

  /** Waits until the list shows exactly these texts, in this order, whoever has sent them. */
  async expectTexts(...texts: string[]): Promise<void> {
    const rows = texts.map(
      (text) => new RegExp(`^(Siz|Operator): ${escape(text)}(\\d\\d:\\d\\d)?$`),
    );
    await expect(this.messages).toHaveText(rows);
  }

  /** Waits until the list is scrolled to its bottom. */
  async expectAtBottom(): Promise<void> {
    const distance = () => this.list.evaluate(({ scrollTop }) => Math.abs(scrollTop));
    await expect.poll(distance).toBeLessThanOrEqual(1);
  }

  /** Scrolls the list by a number of viewport heights, and waits for the end of the scroll. */
  async scrollBy(viewports: number): Promise<void> {
    await this.list.evaluate(async (list, count) => {
      const scrolled = new Promise((resolve) =>
        list.addEventListener('scrollend', resolve, { once: true }),
      );
      list.scrollTop += count * list.clientHeight;
      await scrolled;
    }, viewports);
  }

  /** Scrolls to the first message. Chromium drops a scroll that begins just before this one ends. */
  async scrollToTop(): Promise<void> {
    const ended = this.list.evaluate(async (list) => {
      do
        await new Promise((resolve) => list.addEventListener('scrollend', resolve, { once: true }));
      while (list.scrollHeight - list.clientHeight + list.scrollTop > 1);
    });
    await Promise.all([ended, this.list.press('Home')]);
  }

  /** Records each scroll position of the list, frame by frame. @returns reads the positions so far */
  async recordScrolling(): Promise<() => Promise<number[]>> {
    const positions = await this.list.evaluateHandle((list) => {
      const recorded = [list.scrollTop];
      const record = () => {
        if (list.scrollTop !== recorded.at(-1)) recorded.push(list.scrollTop);
        requestAnimationFrame(record);
      };
      requestAnimationFrame(record);
      return recorded;
    });
    return () =>
      positions.evaluate(async (recorded) => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return recorded;
      });
  }

  /** Reads every message, from the first to the last. The key renders all rows. */
  readRows(): Promise<Row[]> {
    return this.list.evaluate((list) => {
      list.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
      return Array.from(list.querySelectorAll('[role=article]'), (article) => {
        const link = article.querySelector('a:has(img)')?.getAttribute('href');
        return {
          isOwn: article.getAttribute('data-own') === 'true',
          text: article.querySelector('p')?.textContent ?? null,
          imageUrl: link ? new URL(link).pathname.slice(1) : null,
        };
      });
    });
  }
}

/** The login screen: its controls and what a customer can do with them. */
export class LoginScreen extends screenOf(LOGIN) {
  async open(): Promise<void> {
    await this.page.goto('/login');
  }

  /** Types digits at the end of the input, which is prefilled with +994. */
  async type(digits: string): Promise<void> {
    await this.phone.press('End');
    await this.page.keyboard.type(digits);
  }

  /** Types nine digits and submits them with Enter. Does not wait for the response. */
  async logIn(digits: string): Promise<void> {
    await this.type(digits);
    // Until the app runs, the note shows an example.
    await expect(this.note).toContainText('Nömrəniz');
    await this.phone.press('Enter');
  }
}
