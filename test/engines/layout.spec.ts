import { CHAT, type Control, LOGIN } from '../support/page/chatScreen';
import { focusWindow, xdotool } from '../support/engines/display';
import { expect, test } from '../support/engines/fixtures';
import type { AppTab } from '../support/engines/appTab';

/** Horizontal overflow, in px, that WebKit's zoom may cause by rounding. */
const ROUNDING = 1;

/** Expects that the page and the list have no horizontal scroll bar, and the controls are in view. */
async function expectInView(appTab: AppTab, ...controls: Control[]) {
  const { width, overflows } = await appTab.tab.evaluate(() => ({
    width: innerWidth,
    overflows: [document.documentElement, ...document.querySelectorAll('[role=log]')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  }));
  expect(Math.max(...overflows)).toBeLessThanOrEqual(ROUNDING);
  for (const control of controls) {
    const [found] = await appTab.find(control);
    expect(found?.box.x, JSON.stringify(control)).toBeGreaterThanOrEqual(0);
    expect((found?.box.x ?? 0) + (found?.box.width ?? NaN)).toBeLessThanOrEqual(width);
  }
}

test('A window of 320 px shows the whole chat and the whole login', async ({
  appTab,
  engine,
  provider,
  customer,
}) => {
  provider.store(customer.id, { text: `Çox uzun söz: ${'ə'.repeat(80)}` });
  await appTab.tab.setViewport({ width: 320, height: 640 });
  await appTab.openChat();
  if (engine === 'webkit') {
    // The window of WebKitGTK is at least 447 px wide; zoom makes it 310 CSS pixels.
    await focusWindow(engine);
    const zoom = async () => {
      const width = await appTab.tab.evaluate(() => innerWidth);
      if (width > 320) xdotool('key', 'ctrl+plus');
      return width;
    };
    await expect.poll(zoom, { intervals: [500] }).toBeLessThanOrEqual(320);
  }
  await expectInView(appTab, CHAT.logout, CHAT.messages, CHAT.attach, CHAT.input, CHAT.send);
  await appTab.openLogin();
  await expectInView(appTab, LOGIN.phone, LOGIN.button);
  if (engine === 'webkit') xdotool('key', 'ctrl+0');
});

test('The message input grows to five lines and shrinks again', async ({ appTab }) => {
  await appTab.openChat();
  await appTab.click(CHAT.input);
  const height = async () => (await appTab.find(CHAT.input))[0]?.box.height ?? 0;
  const heights = [await height()];
  for (let line = 2; line <= 7; line += 1) {
    await appTab.tab.keyboard.down('Shift');
    await appTab.tab.keyboard.press('Enter');
    await appTab.tab.keyboard.up('Shift');
    await appTab.tab.keyboard.type('x');
    heights.push(await height());
  }
  const growth = heights.slice(1).map((value, index) => value - (heights[index] ?? 0) > 10);
  expect(growth).toEqual([true, true, true, true, false, false]);
  await appTab.tab.keyboard.press('Enter');
  await expect.poll(() => appTab.value(CHAT.input)).toBe('');
  expect(await height()).toBe(heights[0]);
});

test('The keyboard reaches the controls in their order, with an outline', async ({
  appTab,
  engine,
}) => {
  await appTab.openChat();
  await appTab.click(CHAT.input);
  await focusWindow(engine);
  const focused = () =>
    appTab.tab.evaluate(() => {
      const element = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const name = element.getAttribute('aria-label') ?? element.textContent;
      return `${name}: ${outlineStyle} ${outlineWidth} ${element.matches(':focus-visible')}`;
    });
  for (const name of ['Şəkil əlavə et', 'Mesajlar', 'Çıxış']) {
    // Through the X server, because `:focus-visible` may ignore a driver's key press.
    xdotool('key', 'shift+Tab');
    await expect.poll(focused).toBe(`${name}: solid 3px true`);
  }
});
