import { defineConfig } from '@playwright/test';
import { SETTINGS } from '../support/browser/screen';
import type { WorkerOptions } from '../support/engines/fixtures';

export default defineConfig<object, WorkerOptions>({
  ...SETTINGS,
  outputDir: '../../test-results/engines',
  fullyParallel: false,
  workers: 2,
  projects: [
    { name: 'firefox', use: { engine: 'firefox' } },
    { name: 'webkit', use: { engine: 'webkit' }, grepInvert: /@firefox/ },
  ],
});
