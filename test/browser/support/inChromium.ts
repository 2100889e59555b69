import type { Fixtures, LaunchOptions, PlaywrightWorkerOptions } from '@playwright/test';

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
