import { defineConfig } from '@playwright/test';
import path from 'node:path';
import type { WorkerOptions } from '../support/engines/fixtures';

export default defineConfig<object, WorkerOptions>({
  testDir: __dirname,
  outputDir: path.join(__dirname, '../../test-results/engines'),
  workers: 2,
  forbidOnly: true,
  // Only a test that hangs takes so long. A busy machine is slow.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  projects: [
    { name: 'firefox', use: { engine: 'firefox' } },
    { name: 'webkit', use: { engine: 'webkit' }, grepInvert: /@firefox/ },
  ],
  reporter: 'list',
});
