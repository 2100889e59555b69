import { defineConfig } from '@playwright/test';
import { SETTINGS } from '../support/browser/screen';

const project = (name: string) => ({ name, testDir: name });

/** The settings of the browser tests, for the tests in this folder. */
export default defineConfig({
  ...SETTINGS,
  outputDir: '../../test-results/deployment',
  projects: [
    project('nginx'),
    project('aspnet'),
    {
      ...project('outages'),
      // Its processes keep both cores busy. One deployment serves all tests, one after the other.
      dependencies: ['nginx', 'aspnet'],
      fullyParallel: false,
    },
  ],
  // The certificate of nginx is self-signed.
  use: { ...SETTINGS.use, ignoreHTTPSErrors: true },
});
