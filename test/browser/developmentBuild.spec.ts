import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../support/build/processes';
import { expect, test as base } from '../support/browser/fixtures';

/** Compiles the development build once per worker, to a folder of its own. */
const test = base.extend<object, { developmentBuild: string }>({
  developmentBuild: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'support-chat-'));
      await run('webpack', ['--mode', 'development', '--output-path', folder], {
        PROVIDER_HOST: '',
      });
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  build: ({ developmentBuild }, use) => use(developmentBuild),
});

test('The development build makes one connection and shows each message once in StrictMode', async ({
  chat,
  login,
  provider,
}) => {
  chat.storeIncoming('birinci');
  await chat.open();
  chat.operatorSays('ikinci');
  await chat.expectTexts('birinci', 'ikinci');
  await chat.say('üçüncü');
  await chat.expectTexts('birinci', 'ikinci', 'üçüncü');
  expect(provider.ledger.of('opened')).toHaveLength(1);
  expect(provider.ledger.requests('negotiate')).toHaveLength(1);
  expect(provider.ledger.requests('send')).toHaveLength(1);
  expect(provider.hub.connections()).toHaveLength(1);
  await chat.logOut();
  await expect.poll(() => provider.hub.connections()).toHaveLength(0);
  // React logs an error for a login that differs from the prerendered one.
  await login.logIn('501234567');
  await chat.waitUntilConnected();
});
