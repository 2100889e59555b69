import { RESPONSES, ENDLESS, IMAGE_URLS, ODD_TOKENS, TOKENS } from '../support/builders/hostile';
import { expect, test } from '../support/browser/fixtures';
import { storedToken } from '../support/page/token';
import { watchHosts } from '../support/browser/watchHosts';

test.describe('Hostile content', () => {
  test('hostile image URLs are requested from the provider or not at all', async ({
    page,
    chat,
    provider,
    customer,
    baseURL,
    log,
  }) => {
    log.expectErrors();
    const expectNoOtherHost = watchHosts(page, baseURL ?? '', provider.url);
    const imageUrls = Object.values(IMAGE_URLS).filter(Boolean);
    for (const imageUrl of imageUrls) provider.store(customer.id, { imageUrl });
    await chat.open();
    // Only rows near the viewport are rendered.
    await chat.list.hover();
    await expect(async () => {
      await page.mouse.wheel(0, -2000);
      await expect(chat.messages.getByText('Şəkil açılmadı')).toHaveCount(imageUrls.length, {
        timeout: 200,
      });
    }).toPass();
    expectNoOtherHost();
    expect(
      provider.ledger
        .of('request')
        .filter(({ call, token }) => call === 'image' && token !== 'none'),
    ).toEqual([]);
  });

  test('a hostile stored token signs nobody in and is removed', async ({
    page,
    login,
    provider,
    baseURL,
  }) => {
    const expectNoOtherHost = watchHosts(page, baseURL ?? '');
    await page.goto('/favicon.svg');
    for (const token of Object.values(TOKENS)) {
      await page.evaluate((value) => {
        localStorage.setItem('token', value);
      }, token);
      if (page.url().endsWith('.svg')) await login.open();
      else await page.reload();
      await expect(login.heading).toBeVisible();
      expect(await storedToken(page)).toBeNull();
    }
    expectNoOtherHost();
    expect(provider.ledger.of('request')).toEqual([]);
  });

  test('a token that only the provider can reject leaves the page usable', async ({
    chat,
    provider,
    log,
  }) => {
    log.expectErrors('Loading history failed: 401');
    await chat.openWith(ODD_TOKENS['no algorithm'] ?? '');
    await expect(chat.input).toBeVisible();
    await expect(chat.connection).toHaveText('Əlaqə yoxdur');
    await expect.poll(() => log.lines).toContain('Loading history failed: 401');
    expect(provider.ledger.of('opened')).toEqual([]);
  });

  test('hostile login responses count as failed logins, and the next login succeeds', async ({
    login,
    chat,
    provider,
    log,
  }) => {
    await login.open();
    await login.type('501234567');
    for (const response of [...Object.values(RESPONSES).map((body) => ({ body })), ENDLESS]) {
      provider.switches.calls.login = { ...response, contentType: 'application/json' };
      const before = provider.ledger.requests('login').length;
      await login.phone.press('Enter');
      await expect.poll(() => provider.ledger.requests('login').length).toBe(before + 1);
      await expect(login.button).toBeEnabled();
      await expect(login.error).toBeVisible();
    }
    expect(log.lines).toEqual([]);
    provider.switches.calls.login = undefined;
    await login.phone.press('Enter');
    await chat.waitUntilConnected();
  });

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
