import { defineConfig } from '@playwright/test';
import path from 'node:path';
import browser from '../browser/playwright.config';

/** The settings of the browser tests, for the tests in this folder. */
export default defineConfig({
  ...browser,
  testDir: __dirname,
  outputDir: path.join(__dirname, '../../test-results/deployment'),
  projects: ['nginx', 'aspnet'].map((name) => ({ name, testDir: path.join(__dirname, name) })),
});
