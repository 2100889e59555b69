import { CHAT } from '../support/page/chatScreen';
import { expect, test } from '../support/engines/fixtures';
import type { AppTab } from '../support/engines/appTab';

const nameOfFocus = ({ tab }: AppTab) =>
  tab.evaluate(() => {
    const { activeElement: focused } = document;
    return focused?.getAttribute('aria-label') ?? focused?.textContent;
  }, null);

test.describe('The keyboard', () => {
  test('reaches the controls of the chat in their order', async ({ appTab }) => {
    await appTab.openChat();
    await appTab.click(CHAT.input);
    await appTab.tab.type('Salam');
    const names: (string | null | undefined)[] = [];
    for (let presses = 0; presses < 3; presses += 1) {
      await appTab.tab.press('Tab', 'Shift');
      names.push(await nameOfFocus(appTab));
    }
    expect(names).toEqual(['Şəkil əlavə et', 'Mesajlar', 'Çıxış']);
    for (let presses = 0; presses < 4; presses += 1) await appTab.tab.press('Tab');
    expect(await nameOfFocus(appTab)).toBe('Göndər');
  });

  test('shows where the focus is', async ({ appTab, display, engine }) => {
    await appTab.openChat();
    await appTab.click(CHAT.input);
    await display.focus(engine === 'webkit' ? 'MiniBrowser' : 'firefox');
    // Through the X server, because `:focus-visible` may ignore a driver's key press.
    display.xdotool('key', 'shift+Tab');
    await expect.poll(() => nameOfFocus(appTab)).toBe('Şəkil əlavə et');
    const ring = await appTab.tab.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      return { isVisible: focused.matches(':focus-visible'), outlineStyle, outlineWidth };
    }, null);
    expect(ring).toEqual({ isVisible: true, outlineStyle: 'solid', outlineWidth: '3px' });
  });
});
