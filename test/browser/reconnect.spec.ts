import { expect, test } from '../support/browser/fixtures';
import { hold } from '../support/page/hold';

test.describe('Reconnecting', () => {
  test('shows missed messages once and in order', async ({ page, chat, provider }) => {
    chat.storeIncoming('birinci');
    await chat.open();
    chat.operatorSays('ikinci');
    await chat.expectTexts('birinci', 'ikinci');
    const negotiation = await hold(page, '**/chatHub66/negotiate?*');
    const history = await hold(page, '**/api/66/messages/*');
    provider.hub.terminate();
    await negotiation.requested;
    await expect(chat.connection).toHaveText('Yenidən qoşulur');
    await expect(chat.header.getByText('Aktiv operator')).toBeVisible();
    chat.storeIncoming('üçüncü', 'dördüncü');
    await chat.say('beşinci');
    await chat.expectTexts('birinci', 'ikinci', 'beşinci');
    negotiation.release();
    await history.requested;
    await expect(chat.connection).toHaveText('Qoşulub');
    await expect(chat.loading).toBeHidden();
    await chat.expectTexts('birinci', 'ikinci', 'beşinci');
    history.release();
    await chat.expectTexts('birinci', 'ikinci', 'üçüncü', 'dördüncü', 'beşinci');
  });

  test('follows when the server closes the connection without an error', async ({
    chat,
    provider,
  }) => {
    await chat.open();
    provider.hub.close();
    await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
    await chat.waitUntilConnected();
    chat.operatorSays('Salam');
    await chat.expectTexts('Salam');
  });

  test('retries after 0, 2, 10 and 30 s, then stops', async ({ page, chat, provider, log }) => {
    log.expectErrors();
    await page.clock.install();
    await chat.open();
    const now = Date.now();
    await page.clock.pauseAt(now + 60_000);
    provider.ledger.clear();
    provider.switches.calls.negotiate = { status: 503 };
    provider.hub.terminate();
    const attempts = () =>
      provider.ledger.requests('negotiate').filter((one) => one.status === 503);
    /** Gives a wrong attempt time to reach the server. */
    const roundTrip = () =>
      page.evaluate((url) => fetch(`${url}/x`).catch(() => null), provider.url);
    await expect(chat.connection).toHaveText('Yenidən qoşulur');
    /** The failures that the page has seen: the delay after an attempt begins with its failure. */
    const failures = () =>
      log.lines.filter((line) => line.includes('Failed to complete negotiation'));
    for (const [made, delay] of [0, 2_000, 10_000, 30_000].entries()) {
      await expect.poll(failures).toHaveLength(made);
      if (delay > 0) await page.clock.runFor(delay - 1);
      await roundTrip();
      expect(attempts()).toHaveLength(made);
      await page.clock.runFor(1);
      await expect.poll(attempts).toHaveLength(made + 1);
    }
    await expect(chat.connection).toHaveText('Əlaqə yoxdur');
    await expect(chat.loading).toBeHidden();
    await page.clock.runFor(600_000);
    await roundTrip();
    expect(attempts()).toHaveLength(4);
    provider.switches.calls.negotiate = undefined;
    await chat.say('Salam');
    await page.clock.runFor(1);
    await expect(chat.connection).toHaveText('Qoşulub');
  });

  test('connects again when the browser comes online after retrying has stopped', async ({
    context,
    chat,
    provider,
    customer,
    log,
  }) => {
    log.expectErrors();
    provider.switches.calls.negotiate = { status: 401, times: 1 };
    await chat.openWith(customer.token);
    await expect(chat.connection).toHaveText('Əlaqə yoxdur');
    await expect(chat.loading).toBeHidden();
    chat.storeIncoming('Salam');
    await context.setOffline(true);
    await context.setOffline(false);
    await chat.waitUntilConnected();
    await chat.expectTexts('Salam');
  });
});
