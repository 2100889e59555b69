import { installPackages, runMain } from '../support/build/processes';
import { runSuite } from '../support/build/runSuite';

/** `npm run test:engines`: the tests in this folder, in Firefox and WebKit. */
runMain(() =>
  runSuite(__dirname, installPackages('firefox-esr', 'webkit2gtk-driver', 'xvfb', 'xdotool')),
);
