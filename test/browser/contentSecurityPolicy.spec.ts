import { startProvider, type Provider } from '../stand-in/provider';
import { pointAt } from '../support/build/pointAt';
import { expect, test as base } from './support/fixtures';

/** A page with injected markup, and a foreign server for it to load from. */
const test = base.extend<{ injected: string; foreign: Provider }>({
  injected: ['', { option: true }],

  // eslint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
  foreign: async ({}, use) => {
    const foreign = await startProvider();
    await use(foreign);
    expect(foreign.ledger.of('request'), 'requests to the foreign server').toEqual([]);
    await foreign.stop();
  },

  edit: async ({ provider, foreign, injected }, use) => {
    const markup = injected.replace('FOREIGN', foreign.url);
    await use((page) => pointAt(page, provider.url).replace('<body>', `<body>${markup}`));
  },
});

test.describe('Content Security Policy', () => {
  /** Injected markup, and the violation that the browser reports. */
  const INJECTIONS: [name: string, markup: string, violation: string][] = [
    ['an inline script', '<script>document.title = "broken"</script>', 'script-src-elem inline'],
    ['a foreign script', '<script src="FOREIGN/a.js"></script>', 'script-src-elem FOREIGN/a.js'],
    [
      'a script in a data URL',
      '<script src="data:text/javascript,document.title=1"></script>',
      'script-src-elem data',
    ],
    [
      'an inline event handler',
      '<svg onload="document.title = \'broken\'"></svg>',
      'script-src-attr inline',
    ],
    ['an inline style', '<style>body { display: none }</style>', 'style-src-elem inline'],
    ['a style attribute', '<p style="display: none">a</p>', 'style-src-attr inline'],
    [
      'a foreign style sheet',
      '<link rel="stylesheet" href="FOREIGN/a.css">',
      'style-src-elem FOREIGN/a.css',
    ],
    // Uploads are such files if the provider shares the page's origin.
    [
      'a script file of the page’s own host that is not the app’s',
      '<script src="/uploads/a.js"></script>',
      'script-src-elem SELF/uploads/a.js',
    ],
    [
      'a style sheet of the page’s own host',
      '<link rel="stylesheet" href="/uploads/a.css">',
      'style-src-elem SELF/uploads/a.css',
    ],
    ['a foreign image', '<img src="FOREIGN/a.png">', 'img-src FOREIGN/a.png'],
    ['a frame', '<iframe src="FOREIGN/a.html"></iframe>', 'frame-src FOREIGN'],
    ['an object', '<object data="/favicon.svg"></object>', 'object-src SELF/favicon.svg'],
    ['a base element', '<base href="FOREIGN">', 'base-uri FOREIGN/'],
  ];

  for (const [name, injected, violation] of INJECTIONS) {
    test.describe(`with ${name} in the page`, () => {
      test.use({ injected });

      test('blocks it, and the app runs', async ({ login, log, foreign, page, baseURL }) => {
        const expected = violation.replace('FOREIGN', foreign.url).replace('SELF', baseURL ?? '');
        log.expectViolations(expected);
        await login.open();
        await expect(login.heading).toBeVisible();
        await expect(page).toHaveTitle('Dəstək Xidməti');
        await expect.poll(() => log.violations).toEqual([expected]);
      });
    });
  }

  /** What a script in the page may try, and the violation that the browser reports. */
  const ATTEMPTS: [name: string, attempt: (foreignUrl: string) => unknown, violation: string][] = [
    [
      'a request',
      (url) => fetch(`${url}/api/66/send`).catch(() => 0),
      'connect-src FOREIGN/api/66/send',
    ],
    ['a beacon', (url) => navigator.sendBeacon(`${url}/a`, 'a'), 'connect-src FOREIGN/a'],
    [
      'a WebSocket',
      (url) => new WebSocket(`${url.replace('http', 'ws')}/a`).url,
      'connect-src ws:FOREIGN/a',
    ],
    ['an event stream', (url) => new EventSource(`${url}/a`).url, 'connect-src FOREIGN/a'],
    [
      'an image',
      (url) => void Object.assign(new Image(), { src: `${url}/a.png` }),
      'img-src FOREIGN/a.png',
    ],
    [
      'text evaluated as a script',
      () => {
        try {
          // eslint-disable-next-line @typescript-eslint/no-implied-eval -- what the policy must block
          setTimeout('document.title = "broken"');
        } catch {
          return;
        }
      },
      'require-trusted-types-for trusted-types-sink',
    ],
    [
      'text assigned as markup',
      () => {
        try {
          document.body.innerHTML = '<b>broken</b>';
        } catch {
          return;
        }
      },
      'require-trusted-types-for trusted-types-sink',
    ],
  ];

  for (const [name, attempt, violation] of ATTEMPTS) {
    test(`blocks ${name} of a script in the page`, async ({ page, login, log, foreign }) => {
      const expected = violation
        .replace('ws:FOREIGN', foreign.url.replace('http', 'ws'))
        .replace('FOREIGN', foreign.url);
      log.expectViolations(expected);
      await login.open();
      await page.evaluate(attempt, foreign.url);
      await expect.poll(() => log.violations).toEqual([expected]);
      await expect(login.heading).toBeVisible();
      await expect(page).toHaveTitle('Dəstək Xidməti');
    });
  }

  test('blocks the submission of a form to a foreign server', async ({
    page,
    login,
    log,
    foreign,
  }) => {
    const expected = `form-action ${foreign.url}/?`;
    log.expectViolations(expected);
    await login.open();
    await page.evaluate((action) => {
      const form = Object.assign(document.createElement('form'), { action });
      document.body.append(form);
      form.submit();
    }, foreign.url);
    await expect.poll(() => log.violations).toEqual([expected]);
  });
});

test.describe('Subresource integrity', () => {
  test('blocks a script of the app that was modified in transit', async ({ page, login, log }) => {
    log.expectErrors();
    await page.route('**/main.*.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: `${await response.text()};document.title="broken"`,
      });
    });
    const blocked = page.waitForEvent('console', (line) => line.text().includes('integrity'));
    await page.goto('/');
    await blocked;
    await expect(page).toHaveTitle('Dəstək Xidməti');
    // The prerendered form is visible, but no script formats its input.
    await login.type('a');
    await expect(login.phone).toHaveValue('+994a');
  });
});
