import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import configure from '../../webpack.config.js';
import { expect, test as base } from './fixtures';

/** Compiles the development build once, to a folder of its own. */
const test = base.extend<object, { developmentBuild: string }>({
  developmentBuild: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for the pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'support-chat-'));
      const configuration: Configuration = configure(undefined, { mode: 'development' });
      const output = { ...configuration.output, path: folder };
      const compiler = webpack({
        ...configuration,
        output,
        infrastructureLogging: { level: 'error' },
      });
      await new Promise<void>((resolve, reject) => {
        compiler.run((error, stats) => {
          if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString()));
          else resolve();
        });
      });
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  build: async ({ developmentBuild }, use) => {
    await use(developmentBuild);
  },
});

test('[A19] StrictMode leaves one connection and one copy of each message', async ({
  chat,
  provider,
  log,
}) => {
  chat.stored('birinci');
  await chat.open();
  chat.operatorSays('ikinci');
  await chat.say('üçüncü');
  await chat.shows('birinci', 'ikinci', 'üçüncü');
  expect(provider.ledger.of('opened')).toHaveLength(1);
  expect(provider.ledger.requests('negotiate')).toHaveLength(1);
  expect(provider.ledger.requests('send')).toHaveLength(1);
  expect(provider.hub.connections()).toHaveLength(1);
  await chat.logout.click();
  await expect.poll(() => provider.hub.connections()).toHaveLength(0);
  expect(log.lines.filter((line) => /non-serializable|took \d+ms/.test(line))).toEqual([]);
});
