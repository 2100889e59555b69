import { storeToken } from '../support/page/page';
import { expect, test } from '../support/browser/fixtures';

const DRAFT = 'Salam,\nsifarişim haqqında';

test.describe('Draft', () => {
  test('survives a reload', async ({ page, chat }) => {
    await chat.open();
    await chat.input.fill(DRAFT);
    await page.reload();
    await expect(chat.input).toHaveValue(DRAFT);
    const { height } = (await chat.input.boundingBox()) ?? { height: 0 };
    expect(height).toBeGreaterThan(40);
    await chat.input.press('Enter');
    await expect(chat.own).toHaveCount(1);
    await page.reload();
    await chat.waitUntilConnected();
    await expect(chat.input).toHaveValue('');
  });

  test('does not return after a reload during a send if the message was stored', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    await chat.open();
    provider.switches.calls.send = { end: 'hang', when: 'after', times: 1 };
    await chat.say('salam');
    await expect(chat.input).toBeDisabled();
    await expect.poll(() => provider.conversation(customer.id)).toHaveLength(1);
    await page.reload();
    await chat.waitUntilConnected();
    await chat.expectTexts('salam');
    await expect(chat.input).toHaveValue('');
  });

  test('returns after a reload during a send if the message was not stored', async ({
    page,
    chat,
    provider,
  }) => {
    chat.storeOwn('salam');
    await chat.open();
    provider.switches.calls.send = { end: 'hang', times: 1 };
    await chat.say('salam');
    await expect(chat.input).toBeDisabled();
    await expect.poll(() => provider.ledger.requests('send')).toHaveLength(1);
    await page.reload();
    await chat.waitUntilConnected();
    await expect(chat.input).toHaveValue('salam');
  });

  test('is removed if another tab logs out or signs another user in', async ({
    context,
    page,
    provider,
    chat,
    login,
  }) => {
    await chat.open();
    await chat.input.fill(DRAFT);
    const other = await context.newPage();
    await storeToken(other, provider.tokenFor('+994709876543'));
    await expect(chat.input).toHaveValue('');
    await chat.input.fill(DRAFT);
    await other.evaluate(() => {
      localStorage.clear();
    });
    await expect(login.heading).toBeVisible();
    await expect(async () =>
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0),
    ).toPass();
  });
});
