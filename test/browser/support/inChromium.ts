import type { Fixtures, LaunchOptions, PlaywrightWorkerOptions } from '@playwright/test';

/** Playwright disables the back/forward cache by default. */
export const BACK_FORWARD_CACHE = { ignoreDefaultArgs: ['--disable-back-forward-cache'] };

/**
 * Returns the options of tests that need Chromium itself. The headless shell has no back/forward
 * cache, cannot install an app and positions letters differently.
 * @param options more launch options
 */
export const inChromium = (
  options: LaunchOptions = {},
): Fixtures<object, Pick<PlaywrightWorkerOptions, 'launchOptions'>> => ({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const executablePath = process.env['CHROMIUM_PATH'];
      await use({ ...launchOptions, ...(executablePath && { executablePath }), ...options });
    },
    { scope: 'worker' },
  ],
});
