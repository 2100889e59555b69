import { installMissing, succeeds } from '../support/build/debianPackages';

/** The programs that the suite needs, and their Debian packages. */
const PROGRAMS = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  xdotool: 'xdotool',
};

const missingPackages = () =>
  Object.entries(PROGRAMS)
    .filter(([program]) => !succeeds('which', [program]))
    .map(([, name]) => name);

/** `npm run test:engines`: the tests in this folder, in Firefox and WebKit. */
const missing = installMissing(missingPackages);
if (missing.length > 0) {
  console.log(`Skipped: the tests in Firefox and WebKit need ${missing.join(', ')}.`);
} else {
  const args = ['playwright', 'test', '-c', __dirname, ...process.argv.slice(2)];
  if (!succeeds('npx', args, 'inherit')) process.exitCode = 1;
}
