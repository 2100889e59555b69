import { expect, test } from './fixtures';
import { hold } from './hold';

test('after a drop it reconnects by itself; what was missed appears once and in order', async ({
  page,
  chat,
  provider,
}) => {
  chat.stored('birinci');
  await chat.open();
  chat.operatorSays('ikinci');
  await chat.shows('birinci', 'ikinci');
  const negotiation = await hold(page, '**/chatHub66/negotiate?*');
  const history = await hold(page, '**/api/66/messages/*');
  provider.hub.terminate();
  await negotiation.asked;
  await expect(chat.connection).toHaveText('Yenidən qoşulur');
  await expect(chat.header.getByText('Aktiv operator')).toBeVisible();
  chat.stored('üçüncü', 'dördüncü');
  await chat.say('beşinci');
  await chat.shows('birinci', 'ikinci', 'beşinci');
  negotiation.release();
  await history.asked;
  await expect(chat.connection).toHaveText('Qoşulub');
  await expect(chat.loading).toBeHidden();
  await chat.shows('birinci', 'ikinci', 'beşinci');
  history.release();
  await chat.shows('birinci', 'ikinci', 'üçüncü', 'dördüncü', 'beşinci');
});

const ENDINGS = {
  'closes it': {},
  'closes it and allows to reconnect': { allowReconnect: true },
  'closes it with an error': { error: 'Connection closed with an error.' },
};
for (const [name, close] of Object.entries(ENDINGS)) {
  test(`it reconnects where the server ${name}`, async ({ chat, provider }) => {
    await chat.open();
    provider.hub.close(close);
    await expect.poll(() => provider.ledger.of('opened')).toHaveLength(2);
    await chat.isConnected();
    chat.operatorSays('Salam');
    await chat.shows('Salam');
  });
}

test('retries follow after 0, 2, 10 and 30 s, then they stop', async ({
  page,
  chat,
  provider,
  log,
}) => {
  log.expectErrors();
  await page.clock.install();
  await chat.open();
  const now = Date.now();
  await page.clock.pauseAt(now + 60_000);
  provider.ledger.clear();
  provider.switches.calls.negotiate = { status: 503 };
  provider.hub.terminate();
  const attempts = () => provider.ledger.requests('negotiate').filter((one) => one.status === 503);
  /** Time for an attempt to reach the provider, if there were one. */
  const roundTrip = () => page.evaluate((url) => fetch(`${url}/x`).catch(() => null), provider.url);
  await expect(chat.connection).toHaveText('Yenidən qoşulur');
  /** What the page knows of: the pause behind an attempt begins when its failure is there. */
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
  await page.clock.runFor(600_000);
  await roundTrip();
  expect(attempts()).toHaveLength(4);
  provider.switches.calls.negotiate = undefined;
  await chat.say('Salam');
  await page.clock.runFor(1);
  await chat.isConnected();
});

test('a refused token is not tried again', async ({ page, chat, provider, customer, log }) => {
  log.expectErrors();
  await page.clock.install();
  provider.switches.calls.negotiate = { status: 401 };
  await chat.openWith(customer.token);
  await expect(chat.connection).toHaveText('Əlaqə yoxdur');
  await page.clock.runFor(600_000);
  expect(provider.ledger.requests('negotiate')).toHaveLength(1);
  await expect(page).toHaveURL('/chat');
  await chat.say('Salam');
  await chat.shows('Salam');
});

test('after it has given up, the channel is opened anew when the browser comes online', async ({
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
  chat.stored('Salam');
  await context.setOffline(true);
  await context.setOffline(false);
  await chat.isConnected();
  await chat.shows('Salam');
});
