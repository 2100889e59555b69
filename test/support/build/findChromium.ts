import { chromium, type LaunchOptions } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installPackages, succeeds } from './processes';

/** Names of the executables on the PATH, by the environment variable that names another one. */
const EXECUTABLES = {
  CHROMIUM_PATH: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  HEADLESS_SHELL_PATH: ['chromium-headless-shell'],
};

/** Whether the browser starts. Ubuntu's `chromium-browser` may be a script that asks for a snap. */
const starts = (executable: string) =>
  existsSync(executable) && spawnSync(executable, ['--version'], { timeout: 20_000 }).status === 0;

/** @throws Error if the environment variable is set and no such file exists */
function find(variable: keyof typeof EXECUTABLES): string | undefined {
  const configured = process.env[variable];
  if (configured) {
    if (existsSync(configured)) return configured;
    throw new Error(`${variable} is ${configured}, but no such file exists.`);
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const paths = EXECUTABLES[variable].flatMap((name) =>
    folders.map((folder) => path.join(folder, name)),
  );
  const found = paths.find(starts);
  // Playwright's workers inherit the variable, so they need not search again.
  if (found) process.env[variable] = found;
  return found;
}

/** Finds Chromium: from CHROMIUM_PATH, else on the PATH, else Playwright's own. */
export const findChromium = () =>
  find('CHROMIUM_PATH') ?? [chromium.executablePath()].find((own) => starts(own));

/** Finds Chromium's headless shell: from HEADLESS_SHELL_PATH, else on the PATH. */
export const findHeadlessShell = () => find('HEADLESS_SHELL_PATH');

/** The launch options of a browser; without a path, of Playwright's own. */
export const optionsFor = (executablePath: string | undefined): LaunchOptions =>
  executablePath ? { executablePath } : {};

/** Installs Playwright's own Chromium, as root with the system libraries that it needs. */
function installWithPlaywright(): void {
  console.log('Found no Chromium. Installing one with playwright install.');
  // Windows cannot spawn `npx`.
  const install = [require.resolve('@playwright/test/cli'), 'install', 'chromium'];
  const isInstalled =
    process.getuid?.() === 0 && succeeds(process.execPath, ...install, '--with-deps');
  if (!isInstalled) succeeds(process.execPath, ...install);
}

/**
 * Finds Chromium and its headless shell, or installs them, and prints where they are. Chromium can
 * take the place of the headless shell.
 * @throws Error if no Chromium is found and none can be installed
 */
export function ensureChromium(): void {
  // Ubuntu's package only asks for a snap.
  const isDebian = succeeds('grep', '-qx', 'ID=debian', '/etc/os-release');
  if (isDebian && !findChromium()) installPackages('chromium');
  if (isDebian && !findHeadlessShell()) installPackages('chromium-headless-shell');
  if (!findChromium()) installWithPlaywright();
  const found = findChromium();
  if (!found) {
    throw new Error(
      'The browser tests need Chromium. None was found, and none could be installed. ' +
        'Install one and put it on the PATH, or set CHROMIUM_PATH to its executable.',
    );
  }
  console.log(`Browser: ${found}`);
  console.log(`Headless shell: ${findHeadlessShell() ?? 'none, so the tests take longer'}`);
}
