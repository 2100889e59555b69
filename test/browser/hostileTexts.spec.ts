import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { TEXTS } from '../support/builders/hostile';

/**
 * Records the hosts of the page's requests and WebSockets, and its dialogs.
 * @returns asserts that the page has used every one of these hosts and no other, and opened no dialog
 */
function watchHosts(page: Page, ...hosts: string[]): () => void {
  const used = new Set<string>();
  const record = (url: string) => used.add(new URL(url).host);
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) record(request.url());
  });
  page.on('websocket', (socket) => record(socket.url()));
  page.on('dialog', (dialog) => record(`dialog://${dialog.type()}`));
  return () => {
    expect([...used].sort()).toEqual(hosts.map((url) => new URL(url).host).sort());
  };
}

// The trace's DOM snapshots of very long texts block the page's main thread for seconds.
test.use({ trace: 'off' });

/** Poll interval, in ms. Short, because the test polls twice for each text. */
const POLL = { intervals: [50] };

/** Counts the announcements of the live region, from which the page removes them later. */
async function countAnnouncements(page: Page): Promise<() => Promise<number>> {
  const counter = await page.locator('div[aria-live=polite]').evaluateHandle((region) => {
    const count = { value: 0 };
    new MutationObserver((mutations) => {
      for (const { addedNodes } of mutations) count.value += addedNodes.length;
    }).observe(region, { childList: true });
    return count;
  });
  return () => counter.evaluate(({ value }) => value);
}

/** Returns whether an element contains a text, white space included. Runs in the page. */
const hasText = ({ textContent }: Element, text: string) => textContent.includes(text);

const NAMES = Object.keys(TEXTS);
/** Each test shows a third of the texts, so that the tests can run at the same time. */
const THIRDS = [0, 1, 2].map((third) => NAMES.filter((_, index) => index % 3 === third));

test.describe('Hostile texts', () => {
  for (const names of THIRDS) {
    test(`are shown as plain text, request nothing and leave the page usable: ${names[0] ?? ''} and ${String(names.length - 1)} others`, async ({
      page,
      chat,
      provider,
      customer,
      baseURL,
    }) => {
      test.slow();
      const expectNoOtherHost = watchHosts(page, baseURL ?? '', provider.url);
      await chat.open();
      const announcementCount = await countAnnouncements(page);
      for (const [index, name] of names.entries()) {
        const text = TEXTS[name] ?? '';
        provider.push(customer.id, { fromUserId: 1, toUserId: customer.id, text });
        // Not by role: computing accessible names of such texts would block the page's main thread.
        const last = chat.list.locator('[data-own]').last();
        await expect.poll(() => last.evaluate(hasText, text), POLL).toBe(true);
        await expect.poll(announcementCount, POLL).toBe(index + 1);
        await expect(chat.list.locator('script, img, iframe, svg, b')).toHaveCount(0);
      }
      await chat.say('Salam');
      await expect(chat.own).toHaveText(/^Siz: Salam/);
      await expect(page).toHaveTitle('Dəstək Xidməti');
      expectNoOtherHost();
    });
  }

  test('with direction overrides change neither links, nor times, nor the next message', async ({
    page,
    chat,
    provider,
    customer,
  }) => {
    await chat.open();
    provider.store(customer.id, { text: '\u202ehttps://evil.example/' });
    provider.store(customer.id, { text: '\u202eSalam\u2067\u202b\u202e' });
    provider.store(customer.id, { text: 'Salam' });
    await page.reload();
    await expect(chat.messages).toHaveCount(3);
    /** Whether the first visible letter is left of the last one. */
    const isLeftToRight = (element: Element) => {
      const text = element.firstChild as Text;
      const leftOf = (index: number) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().left;
      };
      const letters = [...text.data.matchAll(/[\w/:]/g)].map(({ index }) => index);
      return leftOf(letters.at(0) ?? 0) < leftOf(letters.at(-1) ?? 0);
    };
    expect(await chat.list.getByRole('link').evaluate(isLeftToRight)).toBe(true);
    expect(await chat.messages.nth(1).locator('p').evaluate(isLeftToRight)).toBe(false);
    expect(await chat.messages.nth(1).locator('time').evaluate(isLeftToRight)).toBe(true);
    expect(await chat.messages.nth(2).locator('p').evaluate(isLeftToRight)).toBe(true);
  });

  test('with many combining marks are clipped to their row', async ({ chat }) => {
    await chat.open();
    chat.operatorSays(TEXTS['ten thousand combining marks'] ?? '');
    await expect(chat.messages).toHaveCount(1);
    // `content` includes `paint`: nothing is painted outside the row.
    await expect(chat.messages).toHaveCSS('contain', 'content');
    expect(await chat.list.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  });
});
