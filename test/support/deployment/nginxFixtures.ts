import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as browserTest } from '../browser/fixtures';
import { Cluster } from '../../stand-in/state/cluster';
import { startProvider, type Provider } from '../../stand-in/provider';
import { pointAt } from '../build/pointAt';
import { BUILD_FOLDER } from './buildFolders';
import { Nginx } from './nginx';

interface Fixtures {
  /** The origin on which the page calls the provider: its own, through nginx, or the provider's. */
  providerOrigin: 'same' | 'other';
  /** Hosts to which negotiate may redirect the page. */
  hubHosts: string[];
  /** The database, images and backplane that all nodes share. */
  cluster: Cluster;
  /** A second node of the same provider. */
  secondNode: Provider;
  /** The folder that nginx serves: a copy of the build, with the provider host filled in. */
  webRoot: string;
  /** An nginx whose only node is `provider`. */
  nginx: Nginx;
}

/** The browser tests' fixtures, with the app behind nginx. */
export const test = browserTest.extend<Fixtures>({
  providerOrigin: ['same', { option: true }],
  hubHosts: [[], { option: true }],

  // eslint-disable-next-line no-empty-pattern -- Playwright requires the pattern
  cluster: async ({}, use) => {
    await use(new Cluster());
  },

  provider: async ({ cluster }, use) => {
    const provider = await startProvider({ cluster });
    await use(provider);
    await provider.stop();
  },

  secondNode: async ({ cluster }, use) => {
    const secondNode = await startProvider({ cluster });
    await use(secondNode);
    await secondNode.stop();
  },

  webRoot: async ({ providerOrigin, provider, hubHosts }, use) => {
    const webRoot = await mkdtemp(path.join(tmpdir(), 'support-chat-root-'));
    await cp(BUILD_FOLDER, webRoot, { recursive: true });
    const file = path.join(webRoot, 'index.html');
    const host = providerOrigin === 'same' ? '' : provider.url;
    await writeFile(file, pointAt(await readFile(file, 'utf8'), host, hubHosts));
    await use(webRoot);
    await rm(webRoot, { recursive: true });
  },

  nginx: async ({ webRoot, provider }, use) => {
    const nginx = await Nginx.start({ webRoot, nodes: [provider.url] });
    await use(nginx);
    await nginx.stop();
  },

  baseURL: async ({ nginx }, use) => {
    await use(nginx.url);
  },
});

export { expect } from '../browser/fixtures';
