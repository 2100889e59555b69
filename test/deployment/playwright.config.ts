import { defineConfig } from '@playwright/test';
import path from 'node:path';
import { SETTINGS } from '../support/browser/screen';

const { launchOptions } = SETTINGS.use ?? {};

/** The settings of the browser tests, for the tests in this folder. */
export default defineConfig({
  ...SETTINGS,
  testDir: __dirname,
  outputDir: path.join(__dirname, '../../test-results/deployment'),
  projects: ['nginx', 'aspnet'].map((name) => ({ name, testDir: path.join(__dirname, name) })),
  use: {
    ...SETTINGS.use,
    launchOptions: {
      ...launchOptions,
      // nginx accepts its own name only.
      args: [...(launchOptions?.args ?? []), '--host-resolver-rules=MAP chat.example.az 127.0.0.1'],
    },
  },
});
