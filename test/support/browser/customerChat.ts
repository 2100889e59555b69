import { expect, type Page } from '@playwright/test';
import type { Provider } from '../../stand-in/provider';
import { OPERATOR_ID } from '../../stand-in/state/conversations';
import { ChatScreen } from '../page/chatScreen';
import { hasHistoryResponse } from '../page/page';
import type { Customer } from './fixtures';
import { uploadImage, type ImageFile } from './images';

/** One customer's chat screen, with the stand-in server behind it. */
export class CustomerChat extends ChatScreen {
  constructor(
    page: Page,
    private readonly provider: Provider,
    readonly customer: Customer,
  ) {
    super(page);
  }

  /** The same customer's chat on another page. */
  onPage(page: Page): CustomerChat {
    return new CustomerChat(page, this.provider, this.customer);
  }

  /** Opens the customer's chat in another tab. Does not wait until it is connected. */
  async openTab(): Promise<CustomerChat> {
    const tab = this.onPage(await this.page.context().newPage());
    await tab.page.goto('/chat');
    return tab;
  }

  /** Opens the customer's chat. Does not wait until it is connected. */
  load(path?: string): Promise<void> {
    return this.openWith(this.customer.token, path);
  }

  /** Opens the customer's chat and waits until it is connected. */
  async open(): Promise<void> {
    await this.load();
    await this.waitUntilConnected();
  }

  /** Waits until the hub is connected and the history is loaded. */
  override async waitUntilConnected(): Promise<void> {
    await super.waitUntilConnected();
    await expect.poll(() => hasHistoryResponse(this.provider)).toBe(true);
  }

  /**
   * Advances the page's fake clock until the history that follows the connection has arrived. Call
   * once, after `open`.
   */
  async waitForSecondHistory(): Promise<void> {
    await this.page.clock.runFor(7_000);
    const histories = () => this.provider.ledger.requests('messages');
    await expect.poll(() => histories().filter(({ status }) => status === 200).length).toBe(2);
  }

  /**
   * Logs out, and waits for the login page. The old page shows the login screen before it.
   * @param isAsked whether the page asks first
   */
  async logOut(isAsked = false): Promise<void> {
    const loaded = this.page.waitForEvent('domcontentloaded');
    await this.logout.click();
    if (isAsked) await this.page.getByRole('button', { name: 'Bəli, çıx' }).click();
    await loaded;
  }

  /** Stores messages of the operator without delivering them. */
  storeIncoming(...texts: string[]): void {
    texts.forEach((text) => this.provider.store(this.customer.id, { text }));
  }

  /** Stores messages that the customer sent earlier. */
  storeOwn(...texts: string[]): void {
    const { id } = this.customer;
    texts.forEach((text) =>
      this.provider.store(id, { text, fromUserId: id, toUserId: OPERATOR_ID }),
    );
  }

  /** Uploads an image, and stores it as a message of the operator. @returns its relative URL */
  async storeImage(file?: ImageFile): Promise<string> {
    const imageUrl = await uploadImage(this.provider, this.customer, file);
    this.provider.store(this.customer.id, { imageUrl });
    return imageUrl;
  }

  /** Sends a live message of the operator. */
  operatorSays(text: string | null, imageUrl: string | null = null): void {
    this.provider.operator.send(this.customer.id, { text, imageUrl });
  }
}
