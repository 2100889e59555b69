/**
 * Chromium's features that Playwright disables. Chromium obeys only the last `--disable-features`,
 * so this list repeats them.
 */
const DISABLED_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * The popups of the address bar. Each new window loads them in a renderer of their own, which takes
 * more CPU time than the app and a short test together: 0.8 of 1.75 s.
 */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** Chromium's command line in tests. */
export const CHROMIUM_ARGS = [
  // Keeps Chromium's own requests out of the tests.
  '--disable-background-networking',
  '--no-default-browser-check',
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
];
