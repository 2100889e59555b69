import { RESPONSES, ENDLESS } from '../support/builders/hostile';
import { expect, test } from '../support/browser/fixtures';

test.describe('Hostile content', () => {
  test('responses that never end do not block later messages', async ({ page, chat, provider }) => {
    await page.clock.install();
    await chat.open();
    provider.switches.calls.send = { body: 'OK', end: 'stall', when: 'after' };
    const texts = ['1', '2', '3', '4', '5', '6', '7', '8'];
    for (const [index, text] of texts.entries()) {
      await chat.say(text);
      // A browser makes six requests to a host at a time over HTTP/1.1.
      await page.clock.runFor(1_000);
      await expect(async () => {
        await page.clock.runFor(1_000);
        await expect(chat.own).toHaveCount(index + 1, { timeout: 100 });
      }).toPass({ timeout: 15_000 });
    }
    expect(provider.ledger.requests('send')).toHaveLength(texts.length);
  });

  for (const [name, response] of Object.entries({
    'over the size limit': { body: RESPONSES['over the size limit'] ?? '' },
    'that never ends': ENDLESS,
  })) {
    test(`a history response ${name} counts as failed, and the chat stays usable`, async ({
      chat,
      provider,
      log,
    }) => {
      log.expectErrors('Loading history failed: TOO_LONG', 'Loading history failed: TOO_LONG');
      provider.switches.calls.messages = {
        ...response,
        contentType: 'application/json',
        times: 2,
      };
      await chat.open();
      await expect.poll(() => log.lines).toHaveLength(2);
      await chat.say('Salam');
      await chat.expectTexts('Salam');
    });
  }
});
