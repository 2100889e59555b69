import { defineConfig } from '@playwright/test';
import path from 'node:path';
import browser from '../browser/playwright.config';

/** The browser tests' settings, for the app behind nginx. */
export default defineConfig({
  ...browser,
  testDir: __dirname,
  outputDir: path.join(__dirname, '../../test-results/deploy'),
  projects: [{ name: 'deploy' }],
});
