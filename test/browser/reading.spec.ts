import type { Locator } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import type { CustomerChat } from '../support/browser/customerChat';

const MANY = Array.from({ length: 60 }, (_, number) => `Mesaj ${number}\nüç\nsətir`);

test.describe('Button to the newest message', () => {
  test.beforeEach(async ({ chat }) => {
    chat.storeIncoming(...MANY);
    await chat.open();
    await chat.expectAtBottom();
  });

  test('appears more than half a low screen from the newest message', async ({ page, chat }) => {
    await page.setViewportSize({ width: 390, height: 500 });
    await chat.scrollBy(-0.4);
    await expect(chat.newest).toBeHidden();
    await chat.scrollBy(-0.2);
    await expect(chat.newest).toBeVisible();
    // The on-screen keyboard closes.
    const positions = await chat.recordScrolling();
    await page.setViewportSize({ width: 390, height: 600 });
    expect(await positions()).toHaveLength(1);
    await chat.scrollBy(0.2);
    await expect(chat.newest).toBeHidden();
  });

  test('leads to the newest message, and keeps focus that is in the input', async ({ chat }) => {
    await chat.scrollToTop();
    await chat.newest.press('Enter');
    await expect(chat.list).toBeFocused();
    await chat.expectAtBottom();
    await expect(chat.messages.last()).toContainText('Mesaj 59');
    await expect(chat.newest).toBeHidden();
    await chat.input.focus();
    await chat.scrollBy(-2);
    await chat.newest.click();
    await expect(chat.input).toBeFocused();
  });
});

test.describe('Heading of the day in view', () => {
  const heading = (chat: CustomerChat, name: string) =>
    chat.list.getByRole('heading', { name, includeHidden: true });
  /** Asserts that a heading sticks to the top of the list, and whether it is visible. */
  async function expectStuck(day: Locator, opacity: string) {
    await expect(day).toHaveAttribute('data-stuck', '');
    await expect(day).toHaveCSS('opacity', opacity);
    const distance = await day.evaluate((element) => {
      const list = element.closest('[role=log]')?.getBoundingClientRect().top ?? NaN;
      return element.getBoundingClientRect().top - list;
    });
    expect(distance).toBeCloseTo(8, 0);
  }

  test.beforeEach(async ({ page, chat, provider, customer }) => {
    await page.clock.install({ time: '2026-03-05T10:20:00Z' });
    for (const day of ['04', '05'])
      MANY.forEach((text) =>
        provider.store(customer.id, { text, timestamp: `2026-03-${day}T09:00:00Z` }),
      );
    await chat.open();
    await chat.expectAtBottom();
  });

  test('sticks to the top during a scroll, and fades 1.5 s after it', async ({ page, chat }) => {
    await page.clock.pauseAt('2026-03-05T11:00:00Z');
    const today = heading(chat, 'Bu gün');
    await expectStuck(today, '0');
    await chat.scrollBy(-1.2);
    await expectStuck(today, '1');
    await expect(today).toHaveCSS('pointer-events', 'none');
    await page.clock.runFor(1_400);
    await chat.scrollBy(-0.1);
    await page.clock.runFor(1_400);
    await expect(chat.list).toHaveAttribute('data-scrolling', 'true');
    await page.clock.runFor(100);
    await expect(chat.list).toHaveAttribute('data-scrolling', 'false');
    await expectStuck(today, '0');
    await chat.scrollToTop();
    await chat.scrollBy(1);
    await expectStuck(heading(chat, 'Dünən'), '1');
    // At its own place, a heading stays.
    await today.evaluate(async (element) => {
      const list = element.closest('[role=log]');
      const scrolled = new Promise((resolve) =>
        list?.addEventListener('scroll', resolve, { once: true }),
      );
      element.style.position = 'static';
      element.scrollIntoView({ block: 'start' });
      list?.scrollBy(0, -20);
      element.style.position = '';
      await scrolled;
    });
    await page.clock.runFor(2_000);
    await expect(chat.list).toHaveAttribute('data-scrolling', 'false');
    await expect(today).not.toHaveAttribute('data-stuck');
    await expect(today).toHaveCSS('opacity', '1');
    await expect(heading(chat, 'Dünən')).not.toBeInViewport({ ratio: 1 });
  });

  test('does not appear when the list follows an incoming message', async ({ chat }) => {
    const shown = await chat.list.evaluateHandle((element) => {
      const result = { count: 0 };
      const count = () => (result.count += 1);
      new MutationObserver(count).observe(element, { attributeFilter: ['data-scrolling'] });
      return result;
    });
    chat.operatorSays('Yeni mesaj');
    await expect(chat.messages.last()).toContainText('Yeni mesaj');
    await chat.expectAtBottom();
    expect(await shown.evaluate(({ count }) => count)).toBe(0);
  });
});

test.describe('Divider of new messages', () => {
  test('precedes messages that arrived while the page was hidden, which the title counts, until the customer sends', async ({
    page,
    chat,
  }) => {
    chat.storeIncoming('köhnə');
    await chat.open();
    await chat.setHidden(true);
    chat.operatorSays('birinci');
    chat.operatorSays('ikinci');
    await expect(chat.messages).toHaveCount(3);
    await expect(page).toHaveTitle('(2) Dəstək Xidməti');
    await chat.setHidden(false);
    await expect(page).toHaveTitle('Dəstək Xidməti');
    await expect(chat.newMessages).toHaveCount(1);
    const firstNew = chat.newMessages.locator('+ [role=article]');
    await expect(firstNew).toContainText('birinci');
    await expect(firstNew).toHaveAttribute('data-continued', 'false');
    chat.operatorSays('üçüncü');
    await expect(chat.messages).toHaveCount(4);
    await expect(chat.newMessages).toHaveCount(1);
    await chat.say('Sağ olun');
    await chat.expectTexts('köhnə', 'birinci', 'ikinci', 'üçüncü', 'Sağ olun');
    await expect(chat.newMessages).toHaveCount(0);
  });

  test('precedes messages that arrive in a tab opened behind others', async ({ page, chat }) => {
    await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }));
    chat.storeIncoming('köhnə');
    await chat.open();
    chat.operatorSays('birinci');
    await expect(page).toHaveTitle('(1) Dəstək Xidməti');
    await expect(chat.newMessages.locator('+ [role=article]')).toContainText('birinci');
  });
});
