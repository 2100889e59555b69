import { expect, test } from '../support/browser/fixtures';

test.describe('Chat layout', () => {
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
});
