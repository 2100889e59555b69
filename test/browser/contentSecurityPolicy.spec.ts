import { startProvider, type Provider } from '../stand-in/provider';
import { pointAt } from '../support/build/pointAt';
import { expect, test as base } from '../support/browser/fixtures';

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

/** A page with injected markup, and a foreign server for it to load from. */
const test = base.extend<{ injected: string; foreign: Provider }>({
  injected: ['', { option: true }],

  foreign: async ({}, use) => {
    const foreign = await startProvider();
    await use(foreign);
    expect(foreign.ledger.of('request'), 'requests to the foreign server').toEqual([]);
    await foreign.stop();
  },

  edit: async ({ provider, foreign, injected }, use) => {
    const markup = injected.replaceAll('FOREIGN', foreign.url);
    await use((page) => pointAt(page, provider.url).replace('<body>', `<body>${markup}`));
  },
});

test.describe('Content Security Policy', () => {
  test.describe('with markup injected into the page', () => {
    test.use({ injected: INJECTIONS.map(([markup]) => markup).join('') });

    test('blocks elements, and the app runs', async ({ login, log, foreign, page, baseURL }) => {
      const expected = INJECTIONS.map(([, violation]) =>
        violation.replace('FOREIGN', foreign.url).replace('SELF', baseURL ?? ''),
      ).sort();
      await login.open();
      await expect(login.heading).toBeVisible();
      await expect(page).toHaveTitle('Dəstək Xidməti');
      await expect.poll(() => log.recorded.violations.toSorted()).toEqual(expected);
      log.expected.violations.push(...log.recorded.violations);
    });
  });

  /** What a script in the page may try to reach, and the violation that the browser reports. */
  const ATTEMPTS: [attempt: (foreignUrl: string) => unknown, violation: string][] = [
    [(url) => fetch(url).catch(() => 0), 'connect-src URL'],
    [(url) => navigator.sendBeacon(url, 'a'), 'connect-src URL'],
    [(url) => new WebSocket(url.replace('http', 'ws')).url, 'connect-src ws:URL'],
    [(url) => new EventSource(url).url, 'connect-src URL'],
    [(url) => void Object.assign(new Image(), { src: url }), 'img-src URL'],
  ];

  test('blocks each request of a script to another host', async ({ page, login, log, foreign }) => {
    await login.open();
    for (const [index, [attempt, violation]] of ATTEMPTS.entries()) {
      const url = `${foreign.url}/${index}`;
      const expected = violation.replace('ws:URL', url.replace('http', 'ws')).replace('URL', url);
      log.expected.violations.push(expected);
      await page.evaluate(attempt, url);
      await expect.poll(() => log.recorded.violations.at(-1)).toBe(expected);
    }
    await expect(login.heading).toBeVisible();
  });

  // The browser reports both in the same words, so each has a test.
  for (const [name, attempt] of [
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- what the policy must block
    ['text evaluated as a script', () => setTimeout('document.title = "broken"')],
    ['text assigned as markup', () => (document.body.innerHTML = '<b>broken</b>')],
  ] as const) {
    test(`blocks ${name}`, async ({ page, login, log }) => {
      const expected = 'require-trusted-types-for trusted-types-sink';
      log.expected.violations.push(expected);
      await login.open();
      await expect(page.evaluate<unknown>(attempt)).rejects.toThrow();
      await expect.poll(() => log.recorded.violations).toEqual([expected]);
      await expect(login.heading).toBeVisible();
      await expect(page).toHaveTitle('Dəstək Xidməti');
    });
  }

  test('blocks the submission of a form to another host', async ({ page, login, log, foreign }) => {
    const expected = `form-action ${foreign.url}/?`;
    log.expected.violations.push(expected);
    await login.open();
    await page.evaluate((action) => {
      const form = Object.assign(document.createElement('form'), { action });
      document.body.append(form);
      form.submit();
    }, foreign.url);
    await expect.poll(() => log.recorded.violations).toEqual([expected]);
  });
});
