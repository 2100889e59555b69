import { chromium } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Whether this file is a browser that starts; Ubuntu has one that only asks for a snap. */
function runs(file: string): boolean {
  return existsSync(file) && spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0;
}

/**
 * Finds a Chromium: the one that CHROMIUM_PATH names, one on the PATH, or one that Playwright has
 * downloaded.
 * @throws Error where CHROMIUM_PATH is set and wrong
 */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, where no file is.`);
    return named;
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, chromium.executablePath()].find(runs);
}

const run = (command: string, ...args: string[]) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
};

const isRoot = () => process.getuid?.() === 0;

function isDebian(): boolean {
  const release = '/etc/os-release';
  return existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'));
}

/** The ways to get a browser, in the order in which they are tried. */
const WAYS = [
  {
    name: 'apt-get',
    isOpen: () => isRoot() && isDebian(),
    install: () => run('apt-get', 'update') && run('apt-get', 'install', '-y', 'chromium'),
  },
  {
    name: 'playwright install',
    isOpen: () => true,
    // Where it may, it also installs the system's libraries that the browser needs.
    install: () =>
      (isRoot() && run('npx', 'playwright', 'install', '--with-deps', 'chromium')) ||
      run('npx', 'playwright', 'install', 'chromium'),
  },
];

/**
 * Finds a Chromium or installs one.
 * @param say is told what is done, a line at a time
 * @returns the path of its executable
 * @throws Error where there is none and none can be installed
 */
export function ensureChromium(say: (line: string) => void): string {
  const found = findChromium();
  if (found) {
    say(`Browser: ${found}`);
    return found;
  }
  for (const { name, install } of WAYS.filter(({ isOpen }) => isOpen())) {
    say(`No Chromium found; installing one by ${name}.`);
    const installed = install() ? findChromium() : undefined;
    if (installed) {
      say(`Browser: ${installed}, installed just now.`);
      return installed;
    }
  }
  throw new Error(
    'The browser tests need a Chromium: none was found, and none could be installed. ' +
      'Install one and put it on the PATH, or name its executable in CHROMIUM_PATH.',
  );
}
