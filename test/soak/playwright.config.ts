import { defineConfig } from '@playwright/test';
import path from 'node:path';
import { SETTINGS } from '../support/browser/screen';

/** `npm run soak`. One worker, because all rounds use the same pages. */
export default defineConfig({
  ...SETTINGS,
  testDir: __dirname,
  outputDir: path.join(__dirname, '../../test-results/soak'),
  workers: 1,
  maxFailures: 1,
});
