import { spawnSync } from 'node:child_process';

/** The programs that the suite needs, and their Debian packages. */
const PROGRAMS = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  xdotool: 'xdotool',
};

const succeeds = (command: string, args: string[], stdio: 'ignore' | 'inherit' = 'ignore') =>
  spawnSync(command, args, {
    stdio,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

const missingPackages = () =>
  Object.entries(PROGRAMS)
    .filter(([program]) => !succeeds('which', [program]))
    .map(([, name]) => name);

/** Installs the missing packages where that is possible. @returns those that are still missing */
function install(): string[] {
  const missing = missingPackages();
  if (missing.length === 0 || process.getuid?.() !== 0 || !succeeds('which', ['apt-get'])) {
    return missing;
  }
  console.log(`Installing ${missing.join(', ')} with apt-get.`);
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=120'];
  succeeds('apt-get', ['update', ...options]);
  succeeds('apt-get', ['install', '-y', '--no-install-recommends', ...options, ...missing]);
  return missingPackages();
}

/** `npm run test:engines`: the tests in this folder, in Firefox and WebKit. */
const missing = install();
if (missing.length > 0) {
  console.log(`Skipped: the tests in Firefox and WebKit need ${missing.join(', ')}.`);
} else {
  const args = ['playwright', 'test', '-c', __dirname, ...process.argv.slice(2)];
  if (!succeeds('npx', args, 'inherit')) process.exitCode = 1;
}
