import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as browserTest } from '../browser/fixtures';
import { Cluster } from '../provider/cluster';
import { startProvider, type Provider } from '../provider/provider';
import { pointAt } from '../support/pointAt';
import { APP_FOLDER } from './appFolder';
import { Nginx } from './nginx';

interface Fixtures {
  /** The page's provider: its own origin, which nginx passes on, or another host. */
  origin: 'same' | 'split';
  /** Hosts that the page may be redirected to for the hub. */
  hubHosts: string[];
  /** A second node of the provider, for the same customers. */
  second: Provider;
  /** The files that nginx serves. */
  root: string;
  nginx: Nginx;
  cluster: Cluster;
}

/** The browser tests' fixtures with the app behind a real nginx. */
export const test = browserTest.extend<Fixtures>({
  origin: ['same', { option: true }],
  hubHosts: [[], { option: true }],

  // eslint-disable-next-line no-empty-pattern -- Playwright asks for the pattern
  cluster: async ({}, use) => {
    await use(new Cluster());
  },

  provider: async ({ cluster }, use) => {
    const provider = await startProvider({ cluster });
    await use(provider);
    await provider.stop();
  },

  second: async ({ cluster }, use) => {
    const second = await startProvider({ cluster });
    await use(second);
    await second.stop();
  },

  root: async ({ origin, provider, hubHosts }, use) => {
    const root = await mkdtemp(path.join(tmpdir(), 'support-chat-root-'));
    await cp(APP_FOLDER, root, { recursive: true });
    const file = path.join(root, 'index.html');
    const host = origin === 'same' ? '' : provider.url;
    await writeFile(file, pointAt(await readFile(file, 'utf8'), host, hubHosts));
    await use(root);
    await rm(root, { recursive: true });
  },

  nginx: async ({ root, provider }, use) => {
    const nginx = await Nginx.start({ root, nodes: [provider.url] });
    await use(nginx);
    await nginx.stop();
  },

  baseURL: async ({ nginx }, use) => {
    await use(nginx.url);
  },
});

export { expect } from '../browser/fixtures';
