import { startProvider, type Provider } from '../provider/provider';
import { pointAt } from '../support/pointAt';
import { expect, test as base } from './fixtures';

/** The page as if somebody had managed to put something into it, and a host that it is to fetch from. */
const test = base.extend<{ injected: string; stranger: Provider }>({
  injected: ['', { option: true }],

  // eslint-disable-next-line no-empty-pattern -- Playwright asks for the pattern
  stranger: async ({}, use) => {
    const stranger = await startProvider();
    await use(stranger);
    expect(stranger.ledger.of('request'), 'requests to the foreign host').toEqual([]);
    await stranger.stop();
  },

  edit: async ({ provider, stranger, injected }, use) => {
    const markup = injected.replace('STRANGER', stranger.url);
    await use((page) => pointAt(page, provider.url).replace('<body>', `<body>${markup}`));
  },
});

/** Markup, with what the browser says of it. */
const INJECTIONS: [what: string, markup: string, violation: string][] = [
  ['an inline script', '<script>document.title = "broken"</script>', 'script-src-elem inline'],
  ['a foreign script', '<script src="STRANGER/a.js"></script>', 'script-src-elem STRANGER/a.js'],
  [
    'a script in an address',
    '<script src="data:text/javascript,document.title=1"></script>',
    'script-src-elem data',
  ],
  [
    'an inline handler',
    '<svg onload="document.title = \'broken\'"></svg>',
    'script-src-attr inline',
  ],
  ['an inline style', '<style>body { display: none }</style>', 'style-src-elem inline'],
  ['a style attribute', '<p style="display: none">a</p>', 'style-src-attr inline'],
  [
    'a foreign style sheet',
    '<link rel="stylesheet" href="STRANGER/a.css">',
    'style-src-elem STRANGER/a.css',
  ],
  ['a foreign picture', '<img src="STRANGER/a.png">', 'img-src STRANGER/a.png'],
  ['a frame', '<iframe src="STRANGER/a.html"></iframe>', 'frame-src STRANGER'],
  ['an object', '<object data="/favicon.svg"></object>', 'object-src SELF/favicon.svg'],
  ['another base', '<base href="STRANGER">', 'base-uri STRANGER/'],
];

for (const [what, injected, violation] of INJECTIONS) {
  test.describe(`with ${what} in the page`, () => {
    test.use({ injected });

    test('it is refused, and the app runs', async ({ login, log, stranger, page, baseURL }) => {
      const told = violation.replace('STRANGER', stranger.url).replace('SELF', baseURL ?? '');
      log.expectViolations(told);
      await login.open();
      await expect(login.heading).toBeVisible();
      await expect(page).toHaveTitle('Dəstək Xidməti');
      await expect.poll(() => log.violations).toEqual([told]);
    });
  });
}

/** What a script would do that runs in the page after all. */
const DEEDS: [string, (stranger: string) => unknown, string][] = [
  [
    'a request',
    (url) => fetch(`${url}/api/66/send`).catch(() => 0),
    'connect-src STRANGER/api/66/send',
  ],
  ['a beacon', (url) => navigator.sendBeacon(`${url}/a`, 'a'), 'connect-src STRANGER/a'],
  [
    'a WebSocket',
    (url) => new WebSocket(`${url.replace('http', 'ws')}/a`).url,
    'connect-src ws:STRANGER/a',
  ],
  ['an event stream', (url) => new EventSource(`${url}/a`).url, 'connect-src STRANGER/a'],
  [
    'a picture',
    (url) => void Object.assign(new Image(), { src: `${url}/a.png` }),
    'img-src STRANGER/a.png',
  ],
  [
    'text made a script',
    () => {
      try {
        // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the very thing that is refused
        setTimeout('document.title = "broken"');
      } catch {
        return;
      }
    },
    'require-trusted-types-for trusted-types-sink',
  ],
  [
    'text made markup',
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

for (const [what, deed, violation] of DEEDS) {
  test(`${what} of a script that runs in the page is refused`, async ({
    page,
    login,
    log,
    stranger,
  }) => {
    const told = violation
      .replace('ws:STRANGER', stranger.url.replace('http', 'ws'))
      .replace('STRANGER', stranger.url);
    log.expectViolations(told);
    await login.open();
    await page.evaluate(deed, stranger.url);
    await expect.poll(() => log.violations).toEqual([told]);
    await expect(login.heading).toBeVisible();
    await expect(page).toHaveTitle('Dəstək Xidməti');
  });
}

test('a form of a script that runs in the page is not sent away', async ({
  page,
  login,
  log,
  stranger,
}) => {
  const told = `form-action ${stranger.url}/?`;
  log.expectViolations(told);
  await login.open();
  await page.evaluate((action) => {
    const form = Object.assign(document.createElement('form'), { action });
    document.body.append(form);
    form.submit();
  }, stranger.url);
  await expect.poll(() => log.violations).toEqual([told]);
});

test.describe('with a file of the app that was changed on its way', () => {
  test('is not run', async ({ page, login, log }) => {
    log.expectErrors();
    await page.route('**/main.*.js', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: `${await answer.text()};document.title="broken"`,
      });
    });
    const refused = page.waitForEvent('console', (line) => line.text().includes('integrity'));
    await page.goto('/');
    await refused;
    await expect(page).toHaveTitle('Dəstək Xidməti');
    // The form is there, and nothing stands behind it.
    await login.type('a');
    await expect(login.phone).toHaveValue('+994a');
  });
});
