import { installPackages, run, runMain } from '../support/build/processes';

/** Debian's packages of the desktop and the browsers. Orca cannot speak without python3-speechd. */
const PACKAGES =
  'orca at-spi2-core dbus-x11 xvfb speech-dispatcher python3-speechd python3-pyatspi ' +
  'gir1.2-atspi-2.0 gir1.2-gtk-3.0 gir1.2-wnck-3.0 python3-brlapi openbox xdotool x11-utils ' +
  'firefox-esr chromium';

/** `npm run test:speech`: the tests in this folder, in Firefox and Chromium; `--short`: a part. */
runMain(async () => {
  const missing = installPackages(...PACKAGES.split(' '));
  if (missing.length > 0) {
    console.log(`Skipped: the tests with a screen reader need ${missing.join(', ')}.`);
    return;
  }
  const options = process.argv
    .slice(2)
    .flatMap((option) => (option === '--short' ? ['--grep', '@short'] : [option]));
  await run('playwright', ['test', '-c', __dirname, ...options]);
});
