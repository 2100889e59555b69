import { CHAT, type Control, LOGIN } from '../support/page/chatScreen';
import { expect, test } from '../support/engines/fixtures';
import type { AppTab } from '../support/engines/appTab';

/** Pixels that WebKit's zoom may add by rounding. */
const ROUNDING = 1;

/** Returns the horizontal overflow of the page and of the list, in px. */
const overflow = (appTab: AppTab) =>
  appTab.tab.evaluate(
    () =>
      [document.documentElement, ...document.querySelectorAll('[role=log]')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    null,
  );

async function expectInView(appTab: AppTab, controls: Control[]): Promise<void> {
  const width = await appTab.tab.evaluate(() => innerWidth, null);
  for (const control of controls) {
    const [found] = await appTab.find(control);
    expect(found?.box.x, JSON.stringify(control)).toBeGreaterThanOrEqual(0);
    expect((found?.box.x ?? 0) + (found?.box.width ?? NaN)).toBeLessThanOrEqual(width);
  }
}

test.describe('A window of 320 px', () => {
  test.beforeEach(async ({ appTab, display, engine }) => {
    await appTab.tab.resize(320, 640);
    if (engine !== 'webkit') return;
    // The window of WebKitGTK is at least 447 px wide; zoom makes it 310 CSS pixels.
    await appTab.open({ path: '/login', isSignedIn: false });
    await display.focus('MiniBrowser');
    await expect
      .poll(
        async () => {
          const width = await appTab.tab.evaluate(() => innerWidth, null);
          if (width > 320) display.xdotool('key', 'ctrl+plus');
          return width;
        },
        { intervals: [500] },
      )
      .toBeLessThanOrEqual(320);
  });

  test.afterEach(({ display, engine }) => {
    if (engine === 'webkit') display.xdotool('key', 'ctrl+0');
  });

  test('shows the whole login', async ({ appTab }) => {
    await appTab.open({ path: '/login', isSignedIn: false });
    expect(Math.max(...(await overflow(appTab)))).toBeLessThanOrEqual(ROUNDING);
    await expectInView(appTab, [LOGIN.heading, LOGIN.phone, LOGIN.button]);
  });

  test('shows the whole chat', async ({ appTab, provider, customer }) => {
    provider.store(customer.id, { text: `Çox uzun söz: ${'ə'.repeat(80)}` });
    await appTab.openChat();
    expect(Math.max(...(await overflow(appTab)))).toBeLessThanOrEqual(ROUNDING);
    await expectInView(appTab, [CHAT.logout, CHAT.messages, CHAT.attach, CHAT.input, CHAT.send]);
  });
});

test('The message input grows to five lines and shrinks again', async ({ appTab }) => {
  await appTab.openChat();
  await appTab.click(CHAT.input);
  const height = async () => (await appTab.find(CHAT.input))[0]?.box.height ?? 0;
  const heights = [await height()];
  for (let line = 2; line <= 7; line += 1) {
    await appTab.tab.press('Enter', 'Shift');
    await appTab.tab.type('x');
    heights.push(await height());
  }
  const growth = heights.slice(1).map((value, index) => value - (heights[index] ?? 0) > 10);
  expect(growth).toEqual([true, true, true, true, false, false]);
  await appTab.tab.press('Enter');
  await expect.poll(() => appTab.value(CHAT.input)).toBe('');
  expect(await height()).toBe(heights[0]);
});
