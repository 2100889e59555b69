import { expect, type Page } from '@playwright/test';
import { LOGIN } from './controls';
import { locate } from './locate';

/** The login screen: its controls and what a customer can do with them. */
export class LoginScreen {
  readonly heading;
  readonly phone;
  readonly button;
  readonly spinner;
  readonly note;
  readonly error;

  constructor(readonly page: Page) {
    this.heading = locate(page, LOGIN.heading);
    this.phone = locate(page, LOGIN.phone);
    this.button = locate(page, LOGIN.button);
    this.spinner = this.button.locator('span:empty');
    this.note = locate(page, LOGIN.note);
    this.error = locate(page, LOGIN.error);
  }

  async open(): Promise<void> {
    await this.page.goto('/login');
  }

  /** Types digits at the end of the input, which is prefilled with +994. */
  async type(digits: string): Promise<void> {
    await this.phone.press('End');
    await this.page.keyboard.type(digits);
  }

  /** Types nine digits and submits them with Enter. Does not wait for the response. */
  async signIn(digits: string): Promise<void> {
    await this.type(digits);
    // Until the app runs, the note shows an example.
    await expect(this.note).toContainText('Nömrəniz');
    await this.phone.press('Enter');
  }
}
