import { ensureChromium } from '../support/build/findChromium';
import { installPackages, runMain } from '../support/build/processes';
import { runSuite } from '../support/build/runSuite';

/** `npm run test:engines`: the tests in this folder, in Firefox, WebKit and Chromium. */
runMain(() => {
  const missing = installPackages('firefox-esr', 'webkit2gtk-driver', 'xvfb', 'xdotool');
  return runSuite(__dirname, missing, ensureChromium);
});
