import { chromium, type Browser } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CHROMIUM_ARGS } from './chromiumArgs';
import { installPackages, succeeds } from './processes';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The name of the headless shell's executable, and of its Debian package. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** Whether the browser starts. Ubuntu's `chromium-browser` may be a script that asks for a snap. */
function starts(executable: string): boolean {
  return (
    existsSync(executable) && spawnSync(executable, ['--version'], { timeout: 20_000 }).status === 0
  );
}

/** Returns where executables of these names would be on the PATH. */
function pathsOf(names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/**
 * Returns the executable that an environment variable names, if any.
 * @throws Error if no such file exists
 */
function configuredPath(variable: 'CHROMIUM_PATH' | 'HEADLESS_SHELL_PATH'): string | undefined {
  const configured = process.env[variable];
  if (!configured) return undefined;
  if (!existsSync(configured)) {
    throw new Error(`${variable} is ${configured}, but no such file exists.`);
  }
  return configured;
}

/**
 * Finds the executable of a Chromium: from CHROMIUM_PATH, else on the PATH, else Playwright's own.
 * @throws Error if CHROMIUM_PATH is set and no such file exists
 */
export function findChromium(): string | undefined {
  return (
    configuredPath('CHROMIUM_PATH') ??
    [...pathsOf(CHROMIUM), chromium.executablePath()].find(starts)
  );
}

/**
 * Finds the executable of Chromium's headless shell, which has no browser window: from
 * HEADLESS_SHELL_PATH, else on the PATH.
 * @throws Error if HEADLESS_SHELL_PATH is set and no such file exists
 */
export function findHeadlessShell(): string | undefined {
  return configuredPath('HEADLESS_SHELL_PATH') ?? pathsOf([HEADLESS_SHELL]).find(starts);
}

/** Starts Chromium without a window. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) });
}

function isDebian(): boolean {
  const release = '/etc/os-release';
  return existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'));
}

/** Finds a browser, or installs its Debian package first, on Debian. */
function findOrInstall(find: () => string | undefined, name: string): string | undefined {
  if (!find() && isDebian()) installPackages(name);
  return find();
}

/** Installs Playwright's own Chromium, as root with the system libraries that it needs. */
function installWithPlaywright(): string | undefined {
  console.log('Found no Chromium. Installing one with playwright install.');
  // Windows cannot spawn `npx`.
  const install = [require.resolve('@playwright/test/cli'), 'install', 'chromium'];
  const isInstalled =
    process.getuid?.() === 0 && succeeds(process.execPath, ...install, '--with-deps');
  if (!isInstalled) succeeds(process.execPath, ...install);
  return findChromium();
}

/**
 * Finds Chromium and its headless shell, or installs them, and prints where they are. Chromium can
 * take the place of the headless shell.
 * @throws Error if no Chromium is found and none can be installed
 */
export function ensureChromium(): void {
  const found = findOrInstall(findChromium, 'chromium') ?? installWithPlaywright();
  if (!found) {
    throw new Error(
      'The browser tests need Chromium. None was found, and none could be installed. ' +
        'Install one and put it on the PATH, or set CHROMIUM_PATH to its executable.',
    );
  }
  console.log(`Browser: ${found}`);
  const shell = findOrInstall(findHeadlessShell, HEADLESS_SHELL);
  console.log(
    shell
      ? `Headless shell: ${shell}`
      : 'Found no headless shell. Chromium takes its place, and the tests take longer.',
  );
}
