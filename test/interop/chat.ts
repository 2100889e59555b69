import { expect, type Page } from '@playwright/test';

/** The chat screen, by what a customer sees of it. */
export class Chat {
  readonly connection;
  readonly messages;
  readonly own;
  readonly others;
  readonly input;
  readonly attach;

  constructor(readonly page: Page) {
    const list = page.getByRole('log', { name: 'Mesajlar' });
    this.connection = page.getByRole('banner').getByRole('status');
    this.messages = list.getByRole('article');
    this.own = list.getByRole('article', { name: 'Siz' });
    this.others = list.getByRole('article', { name: 'Operator' });
    this.input = page.getByPlaceholder('Mesajınızı yazın...');
    this.attach = page.getByRole('button', { name: 'Şəkil əlavə et' });
  }

  /** Opens the chat as if the customer had signed in before. */
  async openWith(token: string): Promise<void> {
    await this.page.goto('/favicon.svg');
    await this.page.evaluate((value) => {
      localStorage.setItem('token', value);
    }, token);
    await this.page.goto('/chat');
  }

  async isConnected(): Promise<void> {
    await expect(this.connection).toHaveText('Qoşulub');
  }

  async isNotConnected(): Promise<void> {
    await expect(this.connection).not.toHaveText('Qoşulub');
  }

  /** Types a text and sends it with Enter. */
  async say(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** Waits until the list shows exactly these texts, in this order. */
  async shows(...texts: string[]): Promise<void> {
    await expect(this.messages).toContainText(texts);
  }
}
