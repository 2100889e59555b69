import type { Locator } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';

const LONG = 'Salam, kartımla bağlı bir sualım var. '.repeat(12);

test.describe('Chat layout', () => {
  test('the header shows the operator’s avatar, the title, the subtitle and the logout button', async ({
    chat,
  }) => {
    await chat.open();
    await expect(chat.header.locator('svg').first()).toBeVisible();
    await expect(chat.header.getByRole('heading', { name: 'Dəstək Xidməti' })).toBeVisible();
    await expect(chat.header.getByText('Aktiv operator')).toBeVisible();
    await expect(chat.logout).toBeEnabled();
  });

  test('the customer’s number is beside the logout button from 800 px, and in an empty list', async ({
    page,
    chat,
  }) => {
    const number = chat.header.getByText('050 123 45 67');
    await page.setViewportSize({ width: 799, height: 700 });
    await chat.open();
    await expect(chat.list.getByText('Nömrəniz: 050 123 45 67')).toBeVisible();
    await expect(chat.logout).toHaveAttribute('title', 'Nömrəniz: 050 123 45 67');
    await expect(chat.logout).toHaveAccessibleName('Çıxış');
    await expect(number).toBeHidden();
    await page.setViewportSize({ width: 800, height: 700 });
    await expect(number).toBeVisible();
    chat.operatorSays('Salam');
    await expect(chat.list.getByText('Nömrəniz')).toBeHidden();
  });

  test('a long username is cut, and moves nothing in the header', async ({
    page,
    chat,
    provider,
  }) => {
    const username = 'ə'.repeat(400);
    await page.setViewportSize({ width: 800, height: 700 });
    await chat.open();
    const before = await chat.logout.boundingBox();
    await chat.openWith(provider.tokenFor({ id: 77, username }));
    await chat.waitUntilConnected();
    await expect(chat.header.getByText(username)).toBeVisible();
    expect(await chat.logout.boundingBox()).toEqual(before);
    for (const part of [chat.header.getByText(username), chat.list.getByText('Nömrəniz')])
      expect(await part.evaluate((cut) => cut.scrollWidth > cut.clientWidth)).toBe(true);
    const title = chat.header.getByRole('heading');
    expect(await title.evaluate((text) => text.getClientRects().length)).toBe(1);
    expect((await title.boundingBox())?.width).toBeGreaterThan(150);
  });

  test('the bottom bar has the attach button, the text input and the send button, in this order', async ({
    chat,
  }) => {
    await chat.open();
    await expect(chat.attach).toBeEnabled();
    await expect(chat.input).toBeEnabled();
    await expect(chat.send).toBeDisabled();
    const [attach, input, send] = await Promise.all(
      [chat.attach, chat.input, chat.send].map(
        async (part) => (await part.boundingBox())?.x ?? NaN,
      ),
    );
    expect(attach).toBeLessThan(input ?? NaN);
    expect(input).toBeLessThan(send ?? NaN);
  });

  /** Measures the bubble of a message in its row: pixels left and right of it, its share of the width. */
  async function measureBubble(message: Locator) {
    const row = await message.boundingBox();
    const bubble = await message.locator(':scope > *').boundingBox();
    if (!row || !bubble) throw new Error('The message has no box.');
    const left = bubble.x - row.x;
    return { left, right: row.width - left - bubble.width, share: bubble.width / row.width };
  }

  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    test.describe(`at ${width} × ${height}`, () => {
      test.use({ viewport: { width, height } });

      test('own messages are on the right, incoming ones on the left, at most 75 % wide', async ({
        chat,
      }) => {
        chat.storeIncoming('Salam', LONG);
        chat.storeOwn('Sağ olun', LONG);
        await chat.open();
        for (const message of await chat.incoming.all()) {
          const { left, right, share } = await measureBubble(message);
          expect(left).toBe(0);
          expect(right).toBeGreaterThan(0);
          expect(share).toBeLessThanOrEqual(0.75);
        }
        for (const message of await chat.own.all()) {
          const { left, right, share } = await measureBubble(message);
          expect(right).toBeCloseTo(0);
          expect(left).toBeGreaterThan(0);
          expect(share).toBeLessThanOrEqual(0.75);
        }
        expect((await measureBubble(chat.incoming.last())).share).toBeGreaterThan(0.7);
      });

      test('a very long word wraps inside its bubble', async ({ chat }) => {
        chat.storeIncoming('ə'.repeat(400));
        await chat.open();
        const overflow = await chat.list.evaluate((list) => list.scrollWidth - list.clientWidth);
        expect(overflow).toBe(0);
        expect((await measureBubble(chat.messages)).share).toBeLessThanOrEqual(0.75);
      });
    });
  }
});
