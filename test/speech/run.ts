import { installPackages, runMain } from '../support/build/processes';
import { runSuite } from '../support/build/runSuite';

/** Debian's packages of the desktop and the browsers. Orca cannot speak without python3-speechd. */
const PACKAGES =
  'orca at-spi2-core dbus-x11 xvfb speech-dispatcher speech-dispatcher-audio-plugins ' +
  'python3-speechd python3-pyatspi gir1.2-atspi-2.0 gir1.2-gtk-3.0 gir1.2-wnck-3.0 ' +
  'python3-brlapi openbox xdotool firefox-esr chromium';

/** `npm run test:speech`: the tests in this folder, in Firefox and Chromium; `--short`: a part. */
runMain(() => runSuite(__dirname, installPackages(...PACKAGES.split(' '))));
