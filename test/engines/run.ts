import { installPackages, run, runMain } from '../support/build/processes';

/** `npm run test:engines`: the tests in this folder, in Firefox, WebKit and Chromium. */
runMain(async () => {
  const missing = installPackages('firefox-esr', 'webkit2gtk-driver', 'xvfb', 'xdotool');
  if (missing.length === 0) {
    await run('playwright', ['test', '-c', __dirname, ...process.argv.slice(2)]);
  } else {
    console.log(`Skipped: the tests in Firefox and WebKit need ${missing.join(', ')}.`);
  }
});
