import { defineConfig } from '@playwright/test';
import { SETTINGS } from '../support/browser/screen';
import type { WorkerOptions } from '../support/engines/fixtures';

export default defineConfig<object, WorkerOptions>({
  ...SETTINGS,
  outputDir: '../../test-results/speech',
  // A user can run only one Orca at a time.
  workers: 1,
  projects: [
    { name: 'firefox', use: { engine: 'firefox' } },
    { name: 'chromium', use: { engine: 'chromium' } },
  ],
});
