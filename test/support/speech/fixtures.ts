import { xdotool } from '../engines/display';
import { test as engineTest } from '../engines/fixtures';
import { startDesktop, type Desktop } from './desktop';
import { hear } from './hear';

/** Delay between two keys, in ms. */
const KEY_DELAY = 60;

type Hear = (act: () => unknown, expected?: RegExp) => Promise<string[]>;

/** Presses a key by its X name, for example `ctrl+End`. A driver's keys reach no screen reader. */
export const press = (key: string) => void xdotool('key', '--delay', KEY_DELAY, key);

export const type = (text: string) => void xdotool('type', '--delay', KEY_DELAY, text);

/**
 * Switches the screen reader to its browse mode, in which the arrow keys read the page, or to its
 * focus mode, in which keys reach the focused element.
 */
export async function switchTo(mode: 'Browse mode' | 'Focus mode', hearText: Hear): Promise<void> {
  const change = () => xdotool('keydown', 'Insert', 'key', 'a', 'keyup', 'Insert');
  const isChanged = async () => (await hearText(change)).some((text) => text.startsWith(mode));
  if (!(await isChanged()) && !(await isChanged()))
    throw new Error(`The screen reader does not say "${mode}".`);
}

/** The engines' fixtures, with a screen reader. `hear` does something and returns what is said. */
export const test = engineTest.extend<{ hear: Hear }, { desktop: Desktop }>({
  // Automatic like `display`, which starts before it, and so before the browser.
  desktop: [
    async ({}, use) => {
      const desktop = await startDesktop();
      await use(desktop);
      await desktop.stop();
    },
    { scope: 'worker', auto: true, timeout: 600_000 },
  ],

  appTab: async ({ newAppTab, app }, use) => {
    const appTab = await newAppTab();
    // Into a page. Otherwise the address bar has the keyboard.
    await appTab.open(`${app.url}/icon.png`);
    xdotool('mousemove', 640, 500, 'click', 1);
    await use(appTab);
  },

  hear: async ({ desktop }, use) => {
    await use((act, expected) => hear(desktop, act, expected));
  },
});

export { expect } from '@playwright/test';
