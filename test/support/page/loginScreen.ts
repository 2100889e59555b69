import type { Page } from '@playwright/test';

/** The login screen: its controls and what a customer can do with them. */
export class LoginScreen {
  readonly heading;
  readonly phone;
  readonly button;
  readonly spinner;
  readonly note;
  readonly error;

  constructor(readonly page: Page) {
    this.heading = page.getByRole('heading', { name: 'Telefon nömrənizi daxil edin' });
    this.phone = page.getByPlaceholder('Telefon nömrəsi');
    this.button = page.getByRole('button', { name: 'Daxil ol' });
    this.spinner = this.button.locator('span:empty');
    this.note = page.locator('input[type="tel"] + div');
    this.error = page.getByRole('alert');
  }

  async open(): Promise<void> {
    await this.page.goto('/login');
  }

  /** Types digits at the end of the input, which is prefilled with +994. */
  async type(digits: string): Promise<void> {
    await this.phone.press('End');
    await this.page.keyboard.type(digits);
  }
}
