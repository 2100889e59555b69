import { chromium, type Browser } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProvider, type Provider } from '../provider/provider';
import { ensureChromium } from '../support/findChromium';
import { buildApp, buildReferences } from './buildPages';
import { Histories } from './histories';
import { serveFolder } from './serveFolder';

/** Everything that is there for the measuring. */
export interface Stage {
  readonly browser: Browser;
  readonly provider: Provider;
  readonly histories: Histories;
  readonly app: { readonly folder: string; readonly url: string };
  readonly references: { readonly folder: string; readonly url: string };
  /** The script that is injected into each page. */
  readonly probe: string;
  /** Ends all of it. */
  strike(): Promise<void>;
}

/**
 * Builds the app and the pages beside it, serves them, and starts a stand-in provider and a browser.
 * @param say is told what is done, a line at a time
 */
export async function setStage(say: (line: string) => void): Promise<Stage> {
  const executablePath = ensureChromium(say);
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  const [appFolder, pagesFolder] = [path.join(folder, 'app'), path.join(folder, 'references')];
  const provider = await startProvider();
  say('Building the app.');
  await buildApp(appFolder, provider.url);
  say('Building the reference pages.');
  await buildReferences(pagesFolder);
  const app = await serveFolder(appFolder, 'index.html');
  const references = await serveFolder(pagesFolder, 'plain.html');
  const args = ['--disable-background-networking', '--no-default-browser-check'];
  const browser = await chromium.launch({ executablePath, args });
  return {
    browser,
    provider,
    histories: new Histories(provider),
    app: { folder: appFolder, url: app.url },
    references: { folder: pagesFolder, url: references.url },
    probe: path.join(pagesFolder, 'probe.js'),
    strike: async () => {
      await browser.close();
      await app.stop();
      await references.stop();
      await provider.stop();
      await rm(folder, { recursive: true });
    },
  };
}
