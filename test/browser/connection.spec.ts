import type { CustomerChat } from '../support/browser/customerChat';
import { expect, test } from '../support/browser/fixtures';
import {
  CONNECTED,
  CONNECTING,
  countAttempts,
  disconnect,
  DISCONNECTED,
  RECONNECTING,
  runClockUntil,
} from '../support/browser/outage';
import { recordTexts } from '../support/page/page';

/** Height of the strip, in px; 0 while the strip is hidden. */
const stripHeight = async ({ header }: CustomerChat) =>
  ((await header.boundingBox())?.height ?? 0) -
  ((await header.locator('> :first-child').boundingBox())?.height ?? 0);

/** The ring that turns beside the text of the strip. */
const ring = ({ strip }: CustomerChat) => strip.locator('xpath=preceding-sibling::span');

test.describe('Connection strip', () => {
  test.beforeEach(async ({ page, chat, log }) => {
    log.expectErrors();
    await page.clock.install();
    chat.storeIncoming(...Array.from({ length: 40 }, (_, number) => `Mesaj ${number}`));
  });

  test('appears after 4 s of the first Connecting, and announces Connected afterwards', async ({
    page,
    chat,
    provider,
  }) => {
    provider.switches.calls.negotiate = { end: 'hang' };
    await page.clock.pauseAt(Date.now() + 10_000);
    await chat.load();
    await expect.poll(() => countAttempts(provider)).toBe(1);
    await expect(chat.messages.last()).toBeVisible();
    await page.clock.runFor(3_500);
    await expect(chat.connection).toHaveText(CONNECTING);
    await expect(chat.strip).toBeEmpty();
    expect(await stripHeight(chat)).toBe(0);
    await page.clock.runFor(500);
    await expect(chat.strip).toHaveText(CONNECTING);
    expect(await stripHeight(chat)).toBe(40);
    await expect(chat.reconnect).toBeHidden();
    await chat.expectAtBottom();

    const announced = await recordTexts(chat.strip);
    provider.switches.calls.negotiate = undefined;
    await runClockUntil(chat, CONNECTED);
    expect((await announced()).filter(Boolean)).toEqual([CONNECTED]);
    expect(await stripHeight(chat)).toBe(0);
  });

  test('appears after 2 s of Reconnecting, announces each state once, and disappears', async ({
    page,
    chat,
    provider,
  }) => {
    await chat.open();
    const announced = await recordTexts(chat.strip);
    provider.switches.calls.negotiate = { status: 503 };
    await page.clock.pauseAt(Date.now() + 10_000);
    provider.hub.terminate();
    await expect(chat.connection).toHaveText(RECONNECTING);
    expect(await stripHeight(chat)).toBe(0);
    await page.clock.runFor(1_900);
    await expect(chat.strip).toBeEmpty();
    await page.clock.runFor(100);
    await expect(chat.strip).toHaveText(RECONNECTING);
    await expect(ring(chat)).toBeVisible();
    await expect(chat.strip.locator('xpath=..')).toHaveCSS('animation-name', 'enter');
    await page.clock.resume();
    expect(await stripHeight(chat)).toBe(40);
    await expect(chat.reconnect).toBeHidden();
    await chat.expectAtBottom();
    await expect(chat.messages.last()).toBeInViewport({ ratio: 1 });

    await runClockUntil(chat, DISCONNECTED);
    await expect(chat.strip).toHaveText(DISCONNECTED);
    await expect(ring(chat)).toHaveCount(0);
    await expect(chat.reconnect).toHaveCSS('border-top-width', '1px');
    expect(await stripHeight(chat)).toBe(40);
    provider.switches.calls.negotiate = undefined;
    await chat.input.focus();
    // The target is higher than the line.
    await chat.reconnect.click({ position: { x: 8, y: -6 } });
    await expect(chat.connection).toHaveText(CONNECTED);
    const texts = (await announced()).filter(Boolean);
    expect(texts).toEqual([RECONNECTING, DISCONNECTED, CONNECTING, CONNECTED]);
    expect(await stripHeight(chat)).toBe(0);
    await chat.expectAtBottom();
    await expect(chat.input).toBeFocused();
    await expect(chat.header.getByRole('status')).toHaveCount(1);
    await expect(chat.header.locator('[aria-live]')).toHaveCount(0);
  });

  for (const [action, act] of [
    ['the customer types', (chat: CustomerChat) => chat.input.pressSequentially('S')],
    ['its button is pressed with Enter', (chat: CustomerChat) => chat.reconnect.press('Enter')],
  ] as const) {
    test(`disappears, and the input has the focus, when ${action} while Disconnected`, async ({
      chat,
      provider,
    }) => {
      await chat.open();
      await disconnect(chat, provider);
      await expect(chat.reconnect).toBeVisible();
      provider.switches.calls.negotiate = undefined;
      await act(chat);
      await expect(chat.connection).toHaveText(CONNECTED);
      await expect(chat.reconnect).toBeHidden();
      expect(await stripHeight(chat)).toBe(0);
      await expect(chat.input).toBeFocused();
    });
  }
});

test.describe('Connection dot', () => {
  for (const forcedColors of ['none', 'active'] as const)
    test(`has another shape in each state (forced colours: ${forcedColors})`, async ({
      page,
      chat,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce', forcedColors });
      await chat.open();
      const shapes = new Set<string>();
      for (const state of ['Connected', 'Connecting', 'Reconnecting', 'Disconnected']) {
        await chat.connection.evaluate((dot: HTMLElement, value) => {
          dot.dataset.connection = value;
          dot.style.color = 'gray';
        }, state);
        shapes.add((await chat.connection.screenshot()).toString('base64'));
      }
      expect(shapes.size).toBe(4);
    });
});
