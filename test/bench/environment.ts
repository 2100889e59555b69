import type { Browser, Page } from '@playwright/test';
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { TOKEN_KEY } from '../../src/contract/constants';
import { startProvider } from '../stand-in/provider';
import { uploadImage } from '../support/browser/images';
import { pointAt } from '../support/build/pointAt';
import { run } from '../support/build/processes';
import { serveFiles } from '../support/build/serveFiles';
import { generateMessages } from './messages';

/** The measured pages: the app, its references, and the app without its prerendered screens. */
const SUBJECTS = ['app', 'bare', 'virtua', 'empty'] as const;
type Subject = (typeof SUBJECTS)[number];

/** A page at a CPU speed, for a customer with a number of stored messages; 4: a quarter of the speed. */
export interface Setting {
  subject: Subject;
  cpu: 1 | 4;
  /** 0: nobody has logged in. */
  count: number;
  /** Whether every twentieth message has an image, as by default. */
  withImages?: boolean;
}

const BUILDS = path.join(__dirname, '../../node_modules/.cache/bench');
const PAGE = '/index.html';
/** Captures the tags of a prerendered screen. */
const SCREEN = /(<template data-screen[^>]*>).*?(<\/template>)/gs;

/** Makes production builds of all pages, and of the probe. */
async function buildPages(): Promise<void> {
  console.log('Building the pages.');
  const options = ['--stats', 'errors-warnings', '--output-path', path.join(BUILDS, 'app')];
  await run('webpack', options);
  await build({
    entryPoints: ['pages/bare.tsx', 'pages/virtua.tsx', 'probe.ts'],
    absWorkingDir: __dirname,
    outdir: BUILDS,
    entryNames: '[name]/main',
    bundle: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
}

/** Serves a page on an origin of its own, compressed. */
function serve(subject: Subject, providerUrl: string) {
  const files = new Map<string, Buffer>();
  const isApp = subject === 'app' || subject === 'empty';
  const folder = path.join(BUILDS, isApp ? 'app' : subject);
  const template = path.join(isApp ? folder : path.join(__dirname, 'pages'), PAGE);
  const read = async (name: string) => {
    if (name !== PAGE) return readFile(path.join(folder, name));
    const page = pointAt(await readFile(template, 'utf8'), providerUrl);
    return subject === 'empty' ? page.replace(SCREEN, '$1$2') : page;
  };
  const readOnce = async (name: string) => {
    const content = files.get(name) ?? gzipSync(await read(name));
    files.set(name, content);
    return content;
  };
  return serveFiles(readOnce, PAGE, 'gzip');
}

/** What the measurements share. */
export type Environment = Awaited<ReturnType<typeof startEnvironment>>;

/** Builds and serves the pages, and starts a stand-in provider. */
export async function startEnvironment(browser: Browser) {
  await buildPages();
  const provider = await startProvider();
  const sites = await Promise.all(SUBJECTS.map((subject) => serve(subject, provider.url)));
  const urls = Object.fromEntries(SUBJECTS.map((subject, index) => [subject, sites[index]?.url]));
  const stop = async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await provider.stop();
  };
  return { browser, provider, urls: urls as Record<Subject, string>, stop };
}

interface Internals {
  _connection: {
    toImpl(page: Page): {
      delegate: { _mainFrameSession: { _client: { send(method: string): Promise<unknown> } } };
    };
  };
}

/**
 * Disables Playwright's network tracking (private API). With tracking, Chromium copies each response
 * and reports each WebSocket message on the page's main thread. For a long history that takes longer
 * than everything that is measured.
 */
async function disableNetworkTracking(page: Page): Promise<void> {
  const { _connection } = page as unknown as Internals;
  await _connection.toImpl(page).delegate._mainFrameSession._client.send('Network.disable');
}

let customers = 0;

/** Opens an empty page with the probe, in a browser context with an empty cache. */
export async function openPage(environment: Environment, setting: Setting) {
  const { browser, provider, urls } = environment;
  const { subject, cpu, count, withImages = true } = setting;
  const phone = `+994${500_000_000 + (customers += 1)}`;
  const { id } = provider.customerFor(phone);
  const token = provider.tokenFor(phone);
  const imageUrl = withImages ? await uploadImage(provider, { id, token }) : null;
  generateMessages(id, 1, count, imageUrl).forEach((message) => provider.store(id, message));
  const localStorage = count > 0 ? [{ name: TOKEN_KEY, value: token }] : [];
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    locale: 'en-US',
    timezoneId: 'Asia/Baku',
    storageState: { cookies: [], origins: [{ origin: urls[subject], localStorage }] },
  });
  await context.addInitScript({ path: path.join(BUILDS, 'probe/main.js') });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await disableNetworkTracking(page);
  return { page, cdp, customerId: id, imageUrl, url: urls[subject] };
}
