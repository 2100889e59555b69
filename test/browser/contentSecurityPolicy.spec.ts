import type { Page } from '@playwright/test';
import { startProvider, type Provider } from '../stand-in/provider';
import { pointAt } from '../support/build/pointAt';
import { expect, test as base } from '../support/browser/fixtures';

/** The browser reports an evaluated text and assigned markup in the same words. */
const TRUSTED_TYPES = 'require-trusted-types-for trusted-types-sink';

/** Markup injected into the page, and the violation that the browser reports. */
const INJECTIONS: [markup: string, violation: string][] = [
  ['<script>document.title = "broken"</script>', 'script-src-elem inline'],
  ['<script src="FOREIGN/a.js"></script>', 'script-src-elem FOREIGN/a.js'],
  ['<script src="data:text/javascript,document.title=1"></script>', 'script-src-elem data'],
  ['<svg onload="document.title = \'broken\'"></svg>', 'script-src-attr inline'],
  ['<style>body { display: none }</style>', 'style-src-elem inline'],
  ['<p style="display: none">a</p>', 'style-src-attr inline'],
  ['<link rel="stylesheet" href="FOREIGN/a.css">', 'style-src-elem FOREIGN/a.css'],
  // Uploads are such files if the provider shares the page's origin.
  ['<script src="/uploads/a.js"></script>', 'script-src-elem SELF/uploads/a.js'],
  ['<link rel="stylesheet" href="/uploads/a.css">', 'style-src-elem SELF/uploads/a.css'],
  ['<img src="FOREIGN/a.png">', 'img-src FOREIGN/a.png'],
  ['<iframe src="FOREIGN/a.html"></iframe>', 'frame-src FOREIGN'],
  ['<object data="/favicon.svg"></object>', 'object-src SELF/favicon.svg'],
  ['<base href="FOREIGN">', 'base-uri FOREIGN/'],
];

/** What a script in the page tries, with the URL of a foreign server, and the violation. */
const ATTEMPTS: [attempt: (url: string) => unknown, violation: string][] = [
  [(url) => fetch(url).catch(() => 0), 'connect-src FOREIGN/'],
  [(url) => new WebSocket(url.replace('http', 'ws')).url, 'connect-src WS/'],
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- what the policy must block
  [() => setTimeout('document.title = "broken"'), TRUSTED_TYPES],
  [() => (document.body.innerHTML = '<b>broken</b>'), TRUSTED_TYPES],
  [
    (action) => {
      const form = Object.assign(document.createElement('form'), { action });
      document.body.append(form);
      form.submit();
    },
    'form-action FOREIGN/?',
  ],
];

/** Chromium's console lines about violations. */
const PRINTED = /violates the (following|document's) Content Security Policy|requires 'Trusted/;

/** Records each violation once, in documents opened from now on. */
async function recordViolations(page: Page): Promise<Set<string>> {
  const violations = new Set<string>();
  await page.exposeFunction('report', (violation: string) => void violations.add(violation));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      const report = Reflect.get(window, 'report') as (violation: string) => void;
      report(`${effectiveDirective} ${blockedURI}`);
    });
  });
  return violations;
}

/** A page with injected markup, and a foreign server for it to load from. */
const test = base.extend<{ foreign: Provider }>({
  foreign: async ({}, use) => {
    const foreign = await startProvider();
    await use(foreign);
    expect(foreign.ledger.of('request'), 'requests to the foreign server').toEqual([]);
    await foreign.stop();
  },

  edit: async ({ provider, foreign }, use) => {
    const markup = INJECTIONS.map(([injected]) => injected).join('');
    const body = `<body>${markup.replaceAll('FOREIGN', foreign.url)}`;
    await use((page) => pointAt(page, provider.url).replace('<body>', body));
  },
});

test('The Content Security Policy blocks what is injected', async ({
  page,
  login,
  log,
  foreign,
  baseURL,
}) => {
  const expected = [...INJECTIONS, ...ATTEMPTS].map(([, violation]) =>
    violation
      .replace('FOREIGN', foreign.url)
      .replace('WS', foreign.url.replace('http', 'ws'))
      .replace('SELF', baseURL ?? ''),
  );
  const violations = await recordViolations(page);
  await login.open();
  for (const [attempt] of ATTEMPTS) {
    await expect(login.heading).toBeVisible();
    await expect(page).toHaveTitle('Dəstək Xidməti');
    // Trusted Types make the attempt itself throw.
    await page.evaluate<unknown, string>(attempt, foreign.url).catch(() => 0);
  }
  await expect.poll(() => [...violations].sort()).toEqual([...new Set(expected)].sort());
  log.expected.push(...log.recorded.filter((line) => PRINTED.test(line)));
});
