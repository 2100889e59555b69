import type { Browser, CDPSession, Page } from '@playwright/test';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { TOKEN_KEY } from '../../src/shared/constants';
import { startProvider, type Provider } from '../stand-in/provider';
import { ensureChromium, launchChromium } from '../support/build/findChromium';
import { run } from '../support/build/processes';
import { serveFiles, type ServedFiles } from '../support/build/serveFiles';
import type { Cpu } from './figures';
import { generateMessages } from './messages';

/** A desktop window, which shows more rows than a phone. */
const VIEWPORT = { width: 1280, height: 720 };
const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/g;
const SCRIPT_HINT = /<link\b[^>]*\b(?:as="?script"?|rel="?modulepreload"?)[^>]*>/g;

const LOGIN = /<template data-screen="?login"?>(.*?)<\/template>/s;
const ROOT = /<div id="?root"?>/;

/** A customer with a stored conversation. */
export interface Customer {
  readonly id: number;
  readonly token: string;
  /** Number of stored messages. */
  readonly count: number;
}

/** Everything that the measurements share. */
export interface Environment {
  readonly browser: Browser;
  readonly provider: Provider;
  /** URLs of the app, and of the reference pages and `static.html`. */
  readonly app: string;
  readonly references: string;
  /** Path of the script that is injected into each page. */
  readonly probe: string;
  /** Creates a customer with this number of stored messages. */
  createCustomer(count: number): Customer;
  /** Stops all servers and the browser, and deletes the builds. */
  stop(): Promise<void>;
}

/** Serves a folder with gzip on a free port. Compresses each file once. */
function serveFolder(folder: string, fallback: string): Promise<ServedFiles> {
  const compressed = new Map<string, Buffer>();
  const read = async (name: string): Promise<Buffer> => {
    const content = compressed.get(name) ?? gzipSync(await readFile(path.join(folder, name)));
    compressed.set(name, content);
    return content;
  };
  return serveFiles(read, fallback, 'gzip');
}

/** Stores `count` messages for a new customer of the provider. */
function createCustomer(provider: Provider, created: number, count: number): Customer {
  const username = `+994${String(500_000_000 + created)}`;
  const { id } = provider.customerFor(username);
  generateMessages(id, 1, count).forEach((message) => provider.store(id, message));
  return { id, token: provider.tokenFor(username), count };
}

/**
 * Builds and serves the app and the reference pages, and starts a stand-in provider and a browser.
 * @param log receives lines of progress
 */
export async function startEnvironment(log: (line: string) => void): Promise<Environment> {
  ensureChromium();
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  const [appFolder, referencesFolder] = [path.join(folder, 'app'), path.join(folder, 'references')];
  const provider = await startProvider();
  log('Building the app and the reference pages.');
  const build = (output: string, ...options: string[]) =>
    run('webpack', [...options, '--stats', 'errors-warnings', '--output-path', output], {
      PROVIDER_HOST: provider.url,
    });
  await build(appFolder);
  await build(referencesFolder, '--config', path.join(__dirname, 'pages/webpack.config.js'));
  // The login screen as static HTML: the app's page without its scripts, with the login in its place.
  const built = await readFile(path.join(appFolder, 'index.html'), 'utf8');
  const [, login = ''] = LOGIN.exec(built) ?? [];
  const withoutScripts = built
    .replaceAll(SCRIPT, '')
    .replaceAll(SCRIPT_HINT, '')
    .replace(ROOT, (root) => root + login);
  await writeFile(path.join(referencesFolder, 'static.html'), withoutScripts);
  const app = await serveFolder(appFolder, 'index.html');
  const references = await serveFolder(referencesFolder, 'plain.html');
  const browser = await launchChromium();
  let created = 0;
  return {
    browser,
    provider,
    app: app.url,
    references: references.url,
    probe: path.join(referencesFolder, 'probe.js'),
    createCustomer: (count) => createCustomer(provider, (created += 1), count),
    stop: async () => {
      await browser.close();
      await app.stop();
      await references.stop();
      await provider.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** A page in its own browser context, with an empty cache. */
export interface OpenPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly close: () => Promise<void>;
}

/**
 * Opens an empty page with the probe script.
 * @param token is put into the local storage of the app's origin, as an earlier sign-in does
 */
export async function openPage(
  { browser, probe, app }: Environment,
  cpu: Cpu,
  token?: string,
): Promise<OpenPage> {
  const localStorage = token === undefined ? [] : [{ name: TOKEN_KEY, value: token }];
  const context = await browser.newContext({
    viewport: VIEWPORT,
    locale: 'en-US',
    timezoneId: 'Asia/Baku',
    storageState: { cookies: [], origins: [{ origin: app, localStorage }] },
  });
  await context.addInitScript({ path: probe });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  return { page, cdp, close: () => context.close() };
}
