import { defineConfig } from '@playwright/test';
import path from 'node:path';
import browser from '../browser/playwright.config';

/** The browser tests' settings, against a host in a process of its own. */
export default defineConfig(browser, {
  testDir: __dirname,
  outputDir: path.join(__dirname, '../../test-results/interop'),
});
