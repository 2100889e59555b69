import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';

const MEGABYTE = 1_000_000;
const SCRIPT = '<script>document.title = "broken"</script>';
const HANDLER = '<img src=x onerror=\'document.title = "broken"\'>';

/** Hostile texts of messages, by name. */
const TEXTS: Record<string, string> = {
  'a script': SCRIPT,
  'an event handler': HANDLER,
  'character references': '&lt;b&gt; &amp;#60;script&amp;#62; &#x3c;',
  'a disguised javascript: URL': 'JaVaScRiPt\t:\nalert(1) java\u0000script:alert(1)',
  'other URL schemes':
    'vbscript:x ftp://evil.example blob:https://evil.example/1 intent://x#Intent;end',
  'a URL in quotes': '"https://evil.example/"onmouseover="alert(1)"',
  'a URL of 100,000 characters': `https://evil.example/${'a'.repeat(100_000)}`,
  'a megabyte of URLs': 'https://evil.example/ '.repeat(MEGABYTE / 22),
  'a URL with a right-to-left override': 'https://evil.example/\u202egnp.kcab/za.knab',
  '100,000 isolates': '\u2067'.repeat(100_000),
  'a word of a megabyte': 'a'.repeat(MEGABYTE),
  'ten thousand combining marks': `a${'\u0301'.repeat(10_000)}`,
  '100,000 line breaks': '\n'.repeat(100_000),
  'a million spaces': ' '.repeat(MEGABYTE),
  'all kinds of line breaks': 'a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh',
  '20,000 emoji modifiers after an emoji': `👍${'\u{1f3ff}'.repeat(20_000)}`,
  '20,000 regional indicators': '\u{1f1e6}'.repeat(20_000),
  '20,000 Arabic letters': '\u0644'.repeat(20_000),
  '20,000 tags of a flag': `\u{1f3f4}${'\u{e0062}'.repeat(20_000)}`,
  '20,000 family emojis': '👨‍👩‍👧‍👦'.repeat(20_000),
  'unpaired surrogates': '\ud83d Salam \ude00',
  'control characters': '\u0001\u0007\u0008\u001b[31m\u007f\u009b',
  'a thousand of the widest character': '\ufdfd'.repeat(1_000),
  'SignalR records': '{"type":7}\u001e{"type":6}\u001e',
  'a token as in a log line': 'Bearer x access_token=y eyJhbGciOiJIUzI1NiJ9.e30.',
};

/**
 * Records the hosts of the page's requests and WebSockets, and its dialogs.
 * @returns asserts that the page has used every one of these hosts and no other, and opened no dialog
 */
function watchHosts(page: Page, ...hosts: string[]): () => void {
  const used = new Set<string>();
  const record = (url: string) => /^(https?|wss?|dialog):/.test(url) && used.add(new URL(url).host);
  page.on('request', (request) => record(request.url()));
  page.on('websocket', (socket) => record(socket.url()));
  page.on('dialog', (dialog) => record(`dialog://${dialog.type()}`));
  return () => expect([...used].sort()).toEqual(hosts.map((url) => new URL(url).host).sort());
}

/**
 * Waits without a deadline. On a busy machine, one layout of a hostile text can take a minute. The
 * timeout of the test ends the wait for a page that hangs.
 */
const expectEventually = expect.configure({ timeout: 0 });

/** Returns whether an element contains a text, white space included. Runs in the page. */
const hasText = ({ textContent }: Element, text: string) => textContent.includes(text);

const NAMES = Object.keys(TEXTS);
/** Each test shows a half of the texts, so that the tests can run at the same time. */
const HALVES = [0, 1].map((half) => NAMES.filter((_, index) => index % 2 === half));

test.describe('Hostile texts', () => {
  for (const names of HALVES)
    test(`are shown as plain text, request nothing and leave the page usable: ${names[0] ?? ''} and ${String(names.length - 1)} others`, async ({
      page,
      chat,
      provider,
      baseURL,
    }) => {
      const expectNoOtherHost = watchHosts(page, baseURL ?? '', provider.url);
      await chat.open();
      for (const name of names) {
        const text = TEXTS[name] ?? '';
        // Stored, because a page that stands still for 30 s reconnects.
        chat.operatorSays(text);
        // Not by role: computing accessible names of such texts would block the page's main thread.
        const last = chat.list.locator('[data-own]').last();
        await expectEventually
          .poll(() => last.evaluate(hasText, text), { intervals: [50] })
          .toBe(true);
        await expectEventually(chat.list.locator('script, img, iframe, svg, b')).toHaveCount(0);
      }
      await chat.say('Salam');
      await expectEventually(chat.own).toHaveText(/^Siz: Salam/);
      await expectEventually(page).toHaveTitle('Dəstək Xidməti');
      expectNoOtherHost();
    });

  test('with direction overrides change neither links nor times', async ({ chat }) => {
    chat.storeIncoming(
      '\u202ehttps://evil.example/',
      '\u202eSalam\u2067\u202b\u202e',
      'Salam',
      TEXTS['ten thousand combining marks'] ?? '',
    );
    await chat.open();
    await expect(chat.messages).toHaveCount(4);
    /** Whether the first visible letter is left of the last one. */
    const isLeftToRight = (element: Element) => {
      const text = element.firstChild as Text;
      const [first = 0, ...others] = [...text.data.matchAll(/[\w/:]/g)].map(({ index }) => index);
      const [left = 0, right = 0] = [first, others.at(-1) ?? 0].map((index) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().left;
      });
      return left < right;
    };
    expect(await chat.list.getByRole('link').evaluate(isLeftToRight)).toBe(true);
    expect(await chat.messages.nth(1).locator('p').evaluate(isLeftToRight)).toBe(false);
    expect(await chat.messages.nth(1).locator('time').evaluate(isLeftToRight)).toBe(true);
    expect(await chat.messages.nth(2).locator('p').evaluate(isLeftToRight)).toBe(true);
    // `content` includes `paint`: combining marks are not painted outside the row.
    await expect(chat.messages.last()).toHaveCSS('contain', 'content');
    expect(await chat.list.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  });
});
