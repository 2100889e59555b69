import type { BrowserContext } from '@playwright/test';
import type { Switches } from '../../provider/switches';
import { expect, test } from '../fixtures';
import {
  attempts,
  CONNECTING,
  DISCONNECTED,
  RECONNECTING,
  TEN_MINUTES,
  untilGivenUp,
} from './outage';

/** Changes what is stored, as another tab of the same browser does. */
async function inAnotherTab(context: BrowserContext, change: (token: string) => void, token = '') {
  const other = await context.newPage();
  await other.goto('/favicon.svg');
  await other.evaluate(change, token);
  await other.close();
}

const remove = () => {
  localStorage.removeItem('token');
};
const replace = (token: string) => {
  localStorage.setItem('token', token);
};

test('[D1] the token expires while connected: the chat stays live', async ({
  page,
  chat,
  provider,
  customer,
}) => {
  await chat.openWith(provider.tokenFor(customer.phone, { expiresInSeconds: 3_600 }));
  await chat.isConnected();
  await page.clock.install({ time: Date.now() + 7_200_000 });
  chat.operatorSays('Salam');
  await chat.shows('Salam');
  await expect(page).toHaveURL('/chat');
  expect(attempts(provider)).toBe(1);
});

test('[D2] closed because the token expired, then 401: one attempt, and the session ends', async ({
  page,
  chat,
  login,
  provider,
  customer,
  log,
}) => {
  log.expectErrors();
  await chat.openWith(provider.tokenFor(customer.phone, { expiresInSeconds: 3_600 }));
  await chat.isConnected();
  // Until then the token was good for an hour.
  await page.clock.install({ time: Date.now() + 7_200_000 });
  provider.switches.calls.negotiate = { status: 401 };
  provider.hub.close();
  await expect(login.heading).toBeVisible();
  expect(attempts(provider)).toBe(2);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('[D2] closed, then 401 for a token that is still good: one attempt, and the chat stays', async ({
  page,
  chat,
  provider,
  log,
}) => {
  log.expectErrors();
  await page.clock.install();
  await chat.open();
  provider.switches.calls.negotiate = { status: 401 };
  provider.hub.close();
  await expect(chat.connection).toHaveText(DISCONNECTED);
  await page.clock.runFor(TEN_MINUTES);
  expect(attempts(provider)).toBe(2);
  await expect(page).toHaveURL('/chat');
});

test('[D3] the token is removed in another tab as the line drops: login, and nobody connects anonymously', async ({
  page,
  context,
  chat,
  login,
  provider,
}) => {
  chat.stored('Salam');
  await chat.open();
  await inAnotherTab(context, remove);
  provider.hub.terminate();
  await expect(login.heading).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Salam')).toBeHidden();
  expect(provider.ledger.requests('negotiate').map(({ token }) => token)).not.toContain('none');
  expect(provider.hub.connections()).toEqual([]);
});

test('[D4] another user signs in in another tab: his chat alone, by a connection of his own', async ({
  context,
  chat,
  customer,
  provider,
}) => {
  chat.stored('birinci');
  await chat.open();
  await chat.shows('birinci');
  const another = provider.customerFor('+994557654321');
  provider.store(another.id, { text: 'Sizə' });
  await inAnotherTab(context, replace, provider.tokenFor(another.username));
  await chat.shows('Sizə');
  await chat.isConnected();
  chat.operatorSays('ikinci');
  provider.operator.send(another.id, { text: 'Yenə sizə' });
  await chat.shows('Sizə', 'Yenə sizə');
  expect(provider.hub.connections(customer.id)).toEqual([]);
  expect(provider.hub.connections(another.id)).toHaveLength(1);
  const users = provider.ledger.requests('negotiate').map(({ customerId }) => customerId);
  expect(users).toEqual([customer.id, another.id]);
});

/** In which state the customer logs out, and what leads to it. */
const LEAVING: Record<string, { state: string; fault: Partial<Switches>; isDropped: boolean }> = {
  connecting: {
    state: CONNECTING,
    fault: { calls: { negotiate: { delay: 5_000 } } },
    isDropped: false,
  },
  'a start that hangs': {
    state: CONNECTING,
    fault: { calls: { upgrade: { end: 'hang' } } },
    isDropped: false,
  },
  reconnecting: {
    state: RECONNECTING,
    fault: { calls: { negotiate: { status: 503 } } },
    isDropped: true,
  },
  'a reconnection that hangs': {
    state: RECONNECTING,
    fault: { handshake: { reply: null } },
    isDropped: true,
  },
};
for (const [name, { state, fault, isDropped }] of Object.entries(LEAVING)) {
  test(`[D5] logout during ${name}: at the login whatever hangs, and nothing is tried after it`, async ({
    page,
    chat,
    login,
    customer,
    provider,
    log,
  }) => {
    log.expectErrors();
    if (isDropped) await chat.open();
    Object.assign(provider.switches, fault);
    if (isDropped) provider.hub.terminate();
    else await chat.openWith(customer.token);
    await expect(chat.connection).toHaveText(state);
    await chat.logout.click();
    await expect(login.heading).toBeVisible();
    const before = attempts(provider);
    await login.type('501234567');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await expect.poll(() => provider.hub.connections()).toEqual([]);
    expect(attempts(provider)).toBe(before);
  });
}

test('[D5] logout while connected: goodbye to the server, at the login, nothing after it', async ({
  chat,
  login,
  provider,
}) => {
  await chat.open();
  await chat.logout.click();
  await expect(login.heading).toBeVisible();
  expect(provider.ledger.of('closed')).toMatchObject([{ by: 'client', sawClose: true }]);
  expect(attempts(provider)).toBe(1);
});

test('[D6] the token vanishes unnoticed and the line drops: not one request without it', async ({
  page,
  chat,
  provider,
}) => {
  await page.clock.install();
  await chat.open();
  await page.evaluate(remove);
  provider.hub.terminate();
  await untilGivenUp(chat);
  await page.clock.runFor(TEN_MINUTES);
  expect(attempts(provider)).toBe(1);
  expect(provider.hub.connections()).toEqual([]);
});

test('[D7] a message that comes as an answer to the goodbye is not shown', async ({
  page,
  chat,
  customer,
}) => {
  const message = { fromUserId: 1, toUserId: customer.id, text: 'gec', timestamp: null };
  const record = { type: 1, target: 'ReceiveMessage', arguments: [message] };
  const said: string[] = [];
  await page.routeWebSocket(/chatHub66/, (line) => {
    const server = line.connectToServer();
    line.onMessage((text) => {
      said.push(String(text));
      if (String(text).includes('"type":7')) line.send(`${JSON.stringify(record)}\x1e`);
      server.send(text);
    });
  });
  await chat.open();
  // The page is left, and yet it is still there to be looked at.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
  await expect(chat.connection).toHaveText(DISCONNECTED);
  expect(said.at(-1)).toContain('"type":7');
  await expect(chat.messages).toHaveCount(0);
});
