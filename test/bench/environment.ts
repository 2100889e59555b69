import type { Browser } from '@playwright/test';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import webpack, { type Configuration } from 'webpack';
import { TOKEN_KEY } from '../../src/contract/constants';
import { startProvider, type Provider } from '../stand-in/provider';
import { ensureChromium, launchChromium } from '../support/build/findChromium';
import { run } from '../support/build/processes';
import { serveFiles } from '../support/build/serveFiles';
import type { Cpu, Subject } from './figures';
import { generateMessages } from './messages';

/** The folder that is served: the app's build, and the reference pages in a folder of it. */
const SITE = path.join(__dirname, '../../node_modules/.cache/bench/site');
const REFERENCES = path.join(SITE, 'references');
const PAGES = path.join(__dirname, 'pages');

/** Builds the script of the reference pages, and the one that is injected into each page. */
const SCRIPTS: Configuration = {
  mode: 'production',
  entry: { index: path.join(PAGES, 'index'), probe: path.join(__dirname, 'probe/probe') },
  output: { path: REFERENCES },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'ts-loader',
        options: { transpileOnly: true, compilerOptions: { noEmit: false } },
      },
    ],
  },
  performance: { hints: false },
};

/** Returns the login as static HTML: the app's page without scripts, with the login in its place. */
function staticLogin(page: string): string {
  const login = /<template data-screen="?login"?>(.*?)<\/template>/s.exec(page)?.[1] ?? '';
  return page
    .replace(/<script\b.*?<\/script>/gs, '')
    .replace(/<div id="?root"?>/, (root) => root + login);
}

/** Builds the app, the reference pages and the static login. */
async function buildSite(providerUrl: string): Promise<void> {
  console.log('Building the app and the reference pages.');
  const options = ['--stats', 'errors-warnings', '--output-path', SITE];
  await run('webpack', options, { PROVIDER_HOST: providerUrl });
  await promisify(webpack)([SCRIPTS]);
  await cp(path.join(PAGES, 'index.html'), path.join(REFERENCES, 'index.html'));
  const page = await readFile(path.join(SITE, 'index.html'), 'utf8');
  await writeFile(path.join(REFERENCES, 'static.html'), staticLogin(page));
}

/** What the measurements share. */
export interface Environment {
  readonly browser: Browser;
  readonly provider: Provider;
  /** URL of the app, which serves the reference pages too. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Builds and serves the pages, and starts a stand-in provider and a browser. */
export async function startEnvironment(): Promise<Environment> {
  ensureChromium();
  const provider = await startProvider();
  await buildSite(provider.url);
  const compressed = new Map<string, Buffer>();
  const read = async (name: string) => {
    const content = compressed.get(name) ?? gzipSync(await readFile(path.join(SITE, name)));
    compressed.set(name, content);
    return content;
  };
  const site = await serveFiles(read, 'index.html', 'gzip');
  const browser = await launchChromium();
  const stop = async () => {
    await browser.close();
    await site.stop();
    await provider.stop();
  };
  return { browser, provider, url: site.url, stop };
}

/** What to open: a page at a CPU speed, for a customer with a number of stored messages. */
export interface Setting {
  subject: Subject;
  cpu: Cpu;
  count: number;
}

let customers = 0;

/**
 * Opens an empty page with the probe script, in a browser context with an empty cache.
 * @param count number of stored messages of a new customer, who has signed in; 0: nobody has
 */
export async function openPage(environment: Environment, cpu: Cpu, count: number) {
  const { browser, provider, url } = environment;
  const phone = `+994${500_000_000 + (customers += 1)}`;
  const { id } = provider.customerFor(phone);
  generateMessages(id, 1, count).forEach((message) => provider.store(id, message));
  const token = provider.tokenFor(phone);
  const localStorage = count === 0 ? [] : [{ name: TOKEN_KEY, value: token }];
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    locale: 'en-US',
    timezoneId: 'Asia/Baku',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  await context.addInitScript({ path: path.join(REFERENCES, 'probe.js') });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  return { page, cdp, customerId: id, token };
}
