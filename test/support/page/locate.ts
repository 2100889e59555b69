import type { Locator, Page } from '@playwright/test';
import type { Control } from './controls';

/** Finds a part of the page with Playwright. */
export function locate(page: Page, control: Control): Locator {
  if ('placeholder' in control) return page.getByPlaceholder(control.placeholder);
  if ('text' in control) return page.getByText(control.text);
  const root = control.within ? locate(page, control.within) : page;
  if ('selector' in control) return root.locator(control.selector);
  const { role, name } = control;
  return root.getByRole(role, name === undefined ? {} : { name });
}
