import { defineConfig } from '@playwright/test';
import path from 'node:path';
import { SETTINGS } from '../support/browser/screen';

const project = (name: string) => ({ name, testDir: path.join(__dirname, name) });

/** The settings of the browser tests, for the tests in this folder. */
export default defineConfig({
  ...SETTINGS,
  outputDir: path.join(__dirname, '../../test-results/deployment'),
  projects: [
    project('nginx'),
    project('aspnet'),
    {
      ...project('outages'),
      // Its processes keep both cores busy. One deployment serves all tests, one after the other.
      dependencies: ['nginx', 'aspnet'],
      fullyParallel: false,
      timeout: 600_000,
    },
  ],
  // The certificate of nginx is self-signed.
  use: { ...SETTINGS.use, ignoreHTTPSErrors: true },
});
