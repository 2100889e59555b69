import { installPrograms, run, runMain } from '../support/build/processes';

/** The programs that the suite needs, and their Debian packages. */
const PROGRAMS = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  xdotool: 'xdotool',
};

/** `npm run test:engines`: the tests in this folder, in Firefox and WebKit. */
runMain(async () => {
  const missing = installPrograms(PROGRAMS);
  if (missing.length === 0) {
    await run('playwright', ['test', '-c', __dirname, ...process.argv.slice(2)]);
  } else {
    console.log(`Skipped: the tests in Firefox and WebKit need ${missing.join(', ')}.`);
  }
});
