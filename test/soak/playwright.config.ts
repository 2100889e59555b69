import { defineConfig } from '@playwright/test';
import { SETTINGS } from '../support/browser/screen';

/** `npm run soak`. One worker, because all rounds use the same pages. */
export default defineConfig({
  ...SETTINGS,
  outputDir: '../../test-results/soak',
  workers: 1,
  maxFailures: 1,
});
