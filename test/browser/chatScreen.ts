import { expect, type FileChooser, type Page } from '@playwright/test';
import type { Provider } from '../provider/provider';
import { OPERATOR_ID } from '../provider/message';
import type { Customer } from './fixtures';

interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The chat screen, by what a customer sees of it. */
export class ChatScreen {
  readonly header;
  readonly connection;
  readonly logout;
  readonly list;
  readonly messages;
  readonly own;
  readonly others;
  readonly loading;
  readonly input;
  readonly send;
  readonly attach;

  constructor(
    readonly page: Page,
    private readonly provider: Provider,
    private readonly customer: Customer,
  ) {
    this.header = page.getByRole('banner');
    this.connection = this.header.getByRole('status');
    this.logout = this.header.getByRole('button', { name: 'Çıxış' });
    this.list = page.getByRole('log', { name: 'Mesajlar' });
    this.messages = this.list.getByRole('article');
    this.own = this.list.getByRole('article', { name: 'Siz' });
    this.others = this.list.getByRole('article', { name: 'Operator' });
    this.loading = page.getByText('Mesajlar yüklənir...');
    this.input = page.getByPlaceholder('Mesajınızı yazın...');
    this.send = page.getByRole('button', { name: 'Göndər' });
    this.attach = page.getByRole('button', { name: 'Şəkil əlavə et' });
  }

  /** Stores a token as if the customer had signed in before, and opens the app at a path. */
  async openWith(token: string, path = '/chat'): Promise<void> {
    // A file of the app's origin without the app in it.
    await this.page.goto('/favicon.svg');
    await this.page.evaluate((value) => {
      localStorage.setItem('token', value);
    }, token);
    // Not until every picture is there, some of which a test may hold back.
    await this.page.goto(path, { waitUntil: 'domcontentloaded' });
  }

  /** Opens the customer's chat and waits until it is live. */
  async open(): Promise<void> {
    await this.openWith(this.customer.token);
    await this.isConnected();
  }

  /** The same customer's chat on another page. */
  on(page: Page): ChatScreen {
    return new ChatScreen(page, this.provider, this.customer);
  }

  /** Waits until the chat is live and has answers to all that it asked for. */
  async isConnected(): Promise<void> {
    await expect(this.connection).toHaveText('Qoşulub');
    await expect(this.loading).toBeHidden();
    await expect.poll(() => this.isCaughtUp()).toBe(true);
  }

  /** Whether the history was asked for since the last connection, and answered. */
  private isCaughtUp(): boolean {
    const { entries } = this.provider.ledger;
    const connected = entries.findLastIndex(({ kind }) => kind === 'opened');
    const asked = entries.slice(connected).filter((entry) => entry.kind === 'request');
    const answer = asked.findLast(({ call }) => call === 'messages')?.status;
    return answer !== undefined && answer !== 'pending';
  }

  /** Cuts the line and waits until the chat is live again. */
  async isConnectedAfterDrop(): Promise<void> {
    const opened = this.provider.ledger.of('opened').length;
    this.provider.hub.terminate();
    await expect.poll(() => this.provider.ledger.of('opened').length).toBeGreaterThan(opened);
    await this.isConnected();
  }

  /** Stores messages of the operator without delivering them. */
  stored(...texts: string[]): void {
    texts.forEach((text) => this.provider.store(this.customer.id, { text }));
  }

  /** Stores messages of the customer's own, from earlier. */
  storedOwn(...texts: string[]): void {
    const { id } = this.customer;
    texts.forEach((text) =>
      this.provider.store(id, { text, fromUserId: id, toUserId: OPERATOR_ID }),
    );
  }

  /** Lets the operator say something, live. */
  operatorSays(text: string): void {
    this.provider.operator.send(this.customer.id, { text });
  }

  /** Types a text and sends it with Enter. */
  async say(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** Picks a file in the dialog that the attach button opens. */
  async pick(file: File): Promise<FileChooser> {
    const dialog = this.page.waitForEvent('filechooser');
    await this.attach.click();
    const chooser = await dialog;
    await chooser.setFiles(file);
    return chooser;
  }

  /** Waits until the list shows exactly these texts, in this order. */
  async shows(...texts: string[]): Promise<void> {
    const whole = texts.map((text) => new RegExp(`^${escape(text)}(\\d\\d:\\d\\d)?$`));
    await expect(this.messages).toHaveText(whole);
  }

  /** How far the list stands above its bottom, in pixels. */
  toBottom(): Promise<number> {
    return this.list.evaluate(({ scrollHeight, clientHeight, scrollTop }) =>
      Math.abs(scrollHeight - clientHeight - scrollTop),
    );
  }

  /** Scrolls to the first message. */
  async scrollUp(): Promise<void> {
    await this.list.press('Home');
    await expect(this.messages.first()).toBeInViewport();
  }

  /** Reads the whole list from its first message to its last. @returns what stands in the rows */
  async readThrough(): Promise<string[]> {
    await this.scrollUp();
    const read = await this.messages.allTextContents();
    while ((await this.toBottom()) > 1) {
      await this.list.evaluate(async (list) => {
        list.scrollTo({ top: list.scrollHeight, behavior: 'instant' });
        await new Promise(requestAnimationFrame);
      });
      const inSight = await this.messages.allTextContents();
      read.push(...inSight.slice(inSight.lastIndexOf(read.at(-1) ?? '') + 1));
    }
    return read;
  }

  /** Writes down where the list stands in each frame. @returns reads the different positions */
  async watchScrolling(): Promise<() => Promise<number[]>> {
    const positions = await this.list.evaluateHandle((list) => {
      const seen = [list.scrollTop];
      const look = () => {
        if (list.scrollTop !== seen.at(-1)) seen.push(list.scrollTop);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      return seen;
    });
    return () =>
      positions.evaluate(async (seen) => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return seen;
      });
  }

  async isAtBottom(): Promise<void> {
    await expect.poll(() => this.toBottom()).toBeLessThanOrEqual(1);
  }
}
