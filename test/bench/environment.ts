import { chromium, type Browser } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProvider, type Provider } from '../stand-in/provider';
import { ensureChromium } from '../support/build/findChromium';
import { buildApp, buildReferences } from './buildPages';
import { SeededCustomers } from './seededCustomers';
import { serveFolder } from './serveFolder';

/** Everything that the measurements share. */
export interface Environment {
  readonly browser: Browser;
  readonly provider: Provider;
  readonly customers: SeededCustomers;
  readonly app: { readonly folder: string; readonly url: string };
  readonly references: { readonly folder: string; readonly url: string };
  /** Path of the script that is injected into each page. */
  readonly probe: string;
  /** Stops all servers and the browser, and deletes the builds. */
  stop(): Promise<void>;
}

/**
 * Builds and serves the app and the reference pages, and starts a stand-in provider and a browser.
 * @param log receives lines of progress
 */
export async function startEnvironment(log: (line: string) => void): Promise<Environment> {
  const executablePath = ensureChromium(log);
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  const appFolder = path.join(folder, 'app');
  const referencesFolder = path.join(folder, 'references');
  const provider = await startProvider();
  log('Building the app.');
  await buildApp(appFolder, provider.url);
  log('Building the reference pages.');
  await buildReferences(referencesFolder);
  const app = await serveFolder(appFolder, 'index.html');
  const references = await serveFolder(referencesFolder, 'plain.html');
  const args = ['--disable-background-networking', '--no-default-browser-check'];
  const browser = await chromium.launch({ executablePath, args });
  return {
    browser,
    provider,
    customers: new SeededCustomers(provider),
    app: { folder: appFolder, url: app.url },
    references: { folder: referencesFolder, url: references.url },
    probe: path.join(referencesFolder, 'probe.js'),
    stop: async () => {
      await browser.close();
      await app.stop();
      await references.stop();
      await provider.stop();
      await rm(folder, { recursive: true });
    },
  };
}
