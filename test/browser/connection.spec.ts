import type { CustomerChat } from '../support/browser/customerChat';
import { expect, test } from '../support/browser/fixtures';
import {
  CONNECTED,
  CONNECTING,
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

test('The strip announces each state of an outage once', async ({ page, chat, provider, log }) => {
  log.expectErrors();
  await page.clock.install();
  chat.storeIncoming(...Array.from({ length: 40 }, (_, number) => `Mesaj ${number}`));
  await chat.open();
  const announced = await recordTexts(chat.strip);
  provider.switches.calls.negotiate = { status: 503 };
  await page.clock.pauseAt(Date.now() + 10_000);
  provider.hub.terminate();
  await expect(chat.connection).toHaveText(RECONNECTING);
  await expect.poll(() => stripHeight(chat)).toBe(0);
  await page.clock.runFor(1_900);
  await expect(chat.strip).toBeEmpty();
  await page.clock.runFor(100);
  await expect(chat.strip).toHaveText(RECONNECTING);
  await expect(ring(chat)).toBeVisible();
  await expect(chat.strip.locator('xpath=..')).toHaveCSS('animation-name', 'enter');
  await page.clock.resume();
  await expect.poll(() => stripHeight(chat)).toBe(40);
  await expect(chat.reconnect).toBeHidden();
  await chat.expectAtBottom();
  await expect(chat.messages.last()).toBeInViewport({ ratio: 1 });

  await runClockUntil(chat, DISCONNECTED);
  await expect(chat.strip).toHaveText(DISCONNECTED);
  await expect(ring(chat)).toHaveCount(0);
  await expect(chat.reconnect).toHaveCSS('border-top-width', '1px');
  await expect.poll(() => stripHeight(chat)).toBe(40);
  provider.switches.calls.negotiate = undefined;
  await chat.input.focus();
  // The target is higher than the line.
  await chat.reconnect.click({ position: { x: 8, y: -6 } });
  await expect(chat.connection).toHaveText(CONNECTED);
  const texts = (await announced()).filter(Boolean);
  expect(texts).toEqual([RECONNECTING, DISCONNECTED, CONNECTING, CONNECTED]);
  await expect.poll(() => stripHeight(chat)).toBe(0);
  await chat.expectAtBottom();
  await expect(chat.input).toBeFocused();
  await expect(chat.header.getByRole('status')).toHaveCount(1);
  await expect(chat.header.locator('[aria-live]')).toHaveCount(0);
});

test('The connection dot has a shape for each state, in all colours', async ({ page, chat }) => {
  await chat.open();
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors });
    const shapes = new Set<string>();
    for (const state of ['Connected', 'Connecting', 'Reconnecting', 'Disconnected']) {
      await chat.connection.evaluate((dot: HTMLElement, value) => {
        dot.dataset.connection = value;
        dot.style.color = 'gray';
      }, state);
      shapes.add((await chat.connection.screenshot()).toString('base64'));
    }
    expect(shapes.size, forcedColors).toBe(4);
  }
});
