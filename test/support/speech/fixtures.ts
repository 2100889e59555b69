import { xdotool } from '../engines/display';
import { test as engineTest } from '../engines/fixtures';
import { startDesktop, type Desktop } from './desktop';
import { hear } from './hear';

/** Delay between two keys, in ms. */
const KEY_DELAY = 60;

export type Hear = (act: () => unknown, expected?: RegExp) => Promise<string[]>;

/** Presses a key by its X name, for example `ctrl+End`. A driver's keys reach no screen reader. */
export const press = (key: string) => void xdotool('key', '--delay', KEY_DELAY, key);

export const type = (text: string) => void xdotool('type', '--delay', KEY_DELAY, text);

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
    // Clicks into the page. Without the click, the address bar has the focus.
    await appTab.open(`${app.url}/icon.png`);
    xdotool('mousemove', 640, 500, 'click', 1);
    await use(appTab);
  },

  hear: ({ desktop }, use) => use((act, expected) => hear(desktop, act, expected)),
});

export { expect } from '@playwright/test';
