import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Playwright 1.64 disables these. Chromium reads only the last list, which is ours, so it repeats them. */
const DISABLED_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
];

/** Parts of the browser's own window, which no test sees. Each window, one per test, would load them as web pages. */
const BROWSER_WINDOW = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'PreloadTopChromeWebUI'];

/** A process started in advance for the next page is mostly thrown away with its window. */
const SPARE_PROCESS = 'SpareRendererForSitePerProcess';

const FLAGS = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Without a graphics card the GPU process emulates one on the CPU; painting in software costs less.
  '--disable-gpu',
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...BROWSER_WINDOW, SPARE_PROCESS].join(',')}`,
];

/** Chromium's own sandbox does not start as root, which build machines often are. */
export const CHROMIUM_FLAGS = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;

/** Returns the path of a Chromium: the machine's own, else Playwright's download; undefined if there is none. */
export const findChromium = (): string | undefined =>
  process.env.CHROMIUM ??
  onPath('chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome') ??
  [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    chromium.executablePath(),
  ].find(executable);

/**
 * Returns the path of Debian's Chromium without the parts that only a window has, which runs the suites a quarter
 * faster; else that of a whole Chromium.
 */
export const findHeadlessChromium = (): string | undefined =>
  process.env.CHROMIUM ?? onPath('chromium-headless-shell') ?? findChromium();

/** Returns the path of a stock Firefox, as Debian and Mozilla ship it. Playwright's own build is another browser. */
export const findFirefox = (): string | undefined =>
  process.env.FIREFOX ??
  onPath('firefox-esr', 'firefox') ??
  ['/Applications/Firefox.app/Contents/MacOS/firefox'].find(executable);

/** The programs that drive WebKitGTK. */
export interface WebKitPrograms {
  /** Its WebDriver. */
  readonly driver: string;
  /** The command to start it with if there is no display. */
  readonly display: readonly string[];
}

/** Returns Debian's `webkit2gtk-driver`, and `xvfb` without a display; undefined if one is missing. */
export const findWebKit = (): WebKitPrograms | undefined => {
  const driver = onPath('WebKitWebDriver');
  const virtual = process.env.DISPLAY ? undefined : onPath('xvfb-run');
  if (!driver || !(process.env.DISPLAY || virtual)) return undefined;
  return { driver, display: virtual ? [virtual, '--auto-servernum'] : [] };
};

const onPath = (...names: string[]): string | undefined => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable);
};

const executable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
