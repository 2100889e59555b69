import { defineConfig } from '@playwright/test';
import path from 'node:path';
import type { WorkerOptions } from '../support/engines/fixtures';

export default defineConfig<object, WorkerOptions>({
  testDir: __dirname,
  outputDir: path.join(__dirname, '../../test-results/speech'),
  // A user can run only one Orca at a time.
  workers: 1,
  forbidOnly: true,
  // Long timeouts, because speech takes time and a busy machine is slow.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  projects: [
    { name: 'firefox', use: { engine: 'firefox' } },
    { name: 'chromium', use: { engine: 'chromium' } },
  ],
  reporter: 'list',
});
