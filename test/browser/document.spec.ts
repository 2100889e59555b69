import { expect, test } from '../support/browser/fixtures';
import type { CustomerChat } from '../support/browser/customerChat';

const COUNT = 300;

/** Copies the selection. @returns the text in the clipboard */
async function copy({ page }: CustomerChat): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('Control+c');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Opens a conversation whose first rows are not rendered. */
async function openLong(chat: CustomerChat): Promise<void> {
  chat.storeIncoming(...Array.from({ length: COUNT }, (_, index) => `Mesaj ${String(index)}`));
  await chat.open();
}

/** Scrolls up, and returns a message in view with its place. */
async function scrollUp(chat: CustomerChat) {
  await chat.scrollBy(-0.7);
  const row = chat.messages.filter({ hasText: `Mesaj ${String(COUNT - 14)}` });
  await expect(row).toBeInViewport();
  return { row, place: await row.boundingBox() };
}

test.describe('The conversation as a document', () => {
  test('prints all messages on several pages, then restores the list', async ({ page, chat }) => {
    await openLong(chat);
    const { row, place } = await scrollUp(chat);
    const rendered = await chat.messages.count();
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(8);
    await expect(chat.messages).toHaveCount(rendered);
    expect((await row.boundingBox())?.y).toBeCloseTo(place?.y ?? NaN, 0);
  });

  test('prints a first line, senders, days and times, but no controls', async ({ page, chat }) => {
    chat.storeIncoming('söz '.repeat(2_000), 'Salam', '👍');
    chat.storeOwn('Sağ olun');
    await page.setViewportSize({ width: 1280, height: 260 });
    await chat.open();
    const heading = chat.list.getByRole('heading');
    // It sticks to the top of the list, invisible until the customer scrolls.
    await expect(heading).toHaveCSS('opacity', '0');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(heading).toHaveCSS('opacity', '1');
    await expect(
      page.getByText(/^Dəstək Xidməti · 050 123 45 67 · \d+ [a-z]+ \d{4}$/),
    ).toBeVisible();
    const senders = chat.messages.locator('[class*=sender]');
    await expect(senders).toHaveText([...Array<string>(3).fill('Operator: '), 'Siz: ']);
    for (const sender of await senders.all()) {
      await expect(sender).toHaveCSS('position', 'static');
      await expect(sender).toHaveCSS('opacity', '1');
    }
    const date = await page.getByText(/^Dəstək Xidməti · /).textContent();
    await expect(heading).toBeVisible();
    await expect(heading.getByText('Bu gün')).toBeHidden();
    const printed = await heading.evaluate((day) => getComputedStyle(day, '::after').content);
    expect(printed).toBe(`"${date?.split(' · ').pop() ?? ''}"`);
    await expect(chat.own.locator('time')).toBeVisible();
    await expect(chat.own.locator('> div')).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(chat.own).toHaveCSS('break-inside', 'avoid');
    const block = chat.incoming.first().locator('p > span').last();
    await expect(block).toHaveCSS('content-visibility', 'visible');
    await expect(chat.incoming.last().locator('> div')).toHaveCSS('border-top-width', '0px');
    for (const control of [chat.header.locator('> div').first(), chat.input, chat.send])
      await expect(control).toBeHidden();
    const overflow = await chat.list.evaluate((list) => list.scrollHeight - list.clientHeight);
    expect(overflow).toBe(0);
  });

  test('renders all messages for a search, until the customer returns', async ({ page, chat }) => {
    await openLong(chat);
    const { row, place } = await scrollUp(chat);
    await page.keyboard.press('Control+f');
    await expect(chat.messages).toHaveCount(COUNT);
    // Scroll anchoring rounds to parts of a pixel.
    expect((await row.boundingBox())?.y).toBeCloseTo(place?.y ?? NaN, 0);
    chat.operatorSays('Yeni');
    await expect(chat.messages).toHaveCount(COUNT + 1);
    await chat.expectAtBottom();
    await chat.scrollBy(-5);
    await expect(chat.messages).toHaveCount(COUNT + 1);
    await chat.scrollBy(1_000);
    await expect.poll(() => chat.messages.count()).toBeLessThan(COUNT);
    await chat.expectAtBottom();
  });

  test('renders all messages while some are selected and copied', async ({ chat }) => {
    await openLong(chat);
    await chat.list.press('Control+a');
    await expect(chat.messages).toHaveCount(COUNT);
    const copied = await copy(chat);
    expect(copied).toMatch(/^— \d+ [a-z]+ \d{4} —\n\[/);
    expect(copied.match(/Mesaj \d+$/gm)).toHaveLength(COUNT);
    chat.operatorSays('Yeni');
    await expect(chat.messages).toHaveCount(COUNT + 1);
  });

  test('copies messages with day, time and sender', async ({ page, chat, provider, customer }) => {
    const own = { fromUserId: customer.id, toUserId: 1 };
    provider.store(customer.id, { text: 'Salam', timestamp: '2025-03-04T06:00:00Z' });
    provider.store(customer.id, { ...own, text: 'Bir\niki', timestamp: '2025-03-05T06:01:00Z' });
    provider.store(customer.id, { imageUrl: 'uploads/a.png', timestamp: '2025-03-05T06:02:00Z' });
    provider.switches.calls.image = { end: 'hang' };
    await chat.load();
    await expect(chat.messages).toHaveCount(3);
    await chat.list.press('Control+a');
    expect(await copy(chat)).toBe(
      [
        '— 4 mart 2025 —',
        '[10:00] Operator: Salam',
        '',
        '— 5 mart 2025 —',
        '[10:01] Siz: Bir',
        'iki',
        `[10:02] Operator: [Şəkil: ${provider.url}/uploads/a.png]`,
      ].join('\n'),
    );
    await chat.own.locator('p').click({ clickCount: 3 });
    expect((await copy(chat)).trim()).toMatch(/^(Bir|iki)$/);
    await page.evaluate(() => {
      const [, second, third] = document.querySelectorAll('[role=article]');
      if (second && third) getSelection()?.setBaseAndExtent(second, 0, third, 0);
    });
    expect(await copy(chat)).toBe('Bir\niki');
  });
});
