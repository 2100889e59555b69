import { chromium } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

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

/** Runs a command. @returns whether it succeeded */
const run = (command: string, ...args: string[]) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
};

const isRoot = () => process.getuid?.() === 0;

function isDebian(): boolean {
  const release = '/etc/os-release';
  return existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'));
}

const canUseApt = () => isRoot() && isDebian();

const installPackage = (name: string) =>
  run('apt-get', 'update') && run('apt-get', 'install', '-y', name);

/** Installs Playwright's own Chromium. Windows cannot spawn `npx`. */
const installBrowser = (...options: string[]) =>
  run(process.execPath, require.resolve('@playwright/test/cli'), 'install', ...options, 'chromium');

/** Ways to install a Chromium, in the order in which they are tried. */
const INSTALLERS = [
  {
    name: 'apt-get',
    isAvailable: canUseApt,
    install: () => installPackage('chromium'),
  },
  {
    name: 'playwright install',
    isAvailable: () => true,
    // `--with-deps` installs the system libraries that the browser needs, which takes root.
    install: () => (isRoot() && installBrowser('--with-deps')) || installBrowser(),
  },
];

/**
 * Finds a Chromium, or installs one.
 * @param report receives each line of progress
 * @returns the path of its executable
 * @throws Error if none is found and none can be installed
 */
export function ensureChromium(report: (line: string) => void): string {
  const found = findChromium();
  if (found) {
    report(`Browser: ${found}`);
    return found;
  }
  for (const { name, install } of INSTALLERS.filter(({ isAvailable }) => isAvailable())) {
    report(`Found no Chromium. Installing one with ${name}.`);
    const installed = install() ? findChromium() : undefined;
    if (installed) {
      report(`Browser: ${installed} (installed now)`);
      return installed;
    }
  }
  throw new Error(
    'The browser tests need Chromium. None was found, and none could be installed. ' +
      'Install one and put it on the PATH, or set CHROMIUM_PATH to its executable.',
  );
}

/**
 * Finds Chromium's headless shell, or installs it with apt-get. Chromium can take its place.
 * @param report receives each line of progress
 */
export function ensureHeadlessShell(report: (line: string) => void): void {
  let shell = findHeadlessShell();
  if (!shell && canUseApt()) {
    report('Found no headless shell. Installing one with apt-get.');
    shell = installPackage(HEADLESS_SHELL) ? findHeadlessShell() : undefined;
  }
  report(
    shell
      ? `Headless shell: ${shell}`
      : 'Found no headless shell. Chromium takes its place, and the tests take longer.',
  );
}
