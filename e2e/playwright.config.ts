import { fileURLToPath } from 'node:url';
import { defineConfig, devices, type Project } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium, findFirefox, findHeadlessChromium, findWebKit } from './browsers.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Set by `npm run test:long`: every suite in Firefox too, tens of thousands of random cases, and screenshots. */
const LONG = Boolean(process.env.LONG_TESTS);

const ONLY_CHROMIUM = /@chromium/;
const PHONE = /@phone/;
/** Tests of behaviour that `npm test` already covers in other circumstances. */
const ONLY_LONG = /@long/;
/**
 * Tests that `npm test` runs in Firefox: one checkout, and card field behaviour that depends on the browser. Firefox is
 * slow to drive and mostly repeats Chromium.
 */
const IN_FIREFOX = /@firefox/;

/** `npm run test:long` runs every suite in the browser that customers have. */
const chromiumPath = (LONG ? findChromium() : findHeadlessChromium()) ?? '';
const chromium = { launchOptions: { executablePath: chromiumPath, args: CHROMIUM_FLAGS } };
// This channel drives Debian's and Mozilla's own Firefox over WebDriver BiDi.
const firefox = {
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  launchOptions: { executablePath: findFirefox() ?? '' },
};

/** The library and its frames alone, with a fake browser API. */
const aloneInSdk = { testDir: '../sdk/test', testMatch: '*.pw.ts' };

const firefoxTests = { use: firefox, grepInvert: ONLY_CHROMIUM, ...(LONG ? {} : { grep: IN_FIREFOX }) };
const inFirefox: Project[] = [
  // A second Firefox with a second service takes longer to start than these few tests to run.
  { name: 'firefox', ...firefoxTests, ...(LONG ? {} : { workers: 1 }) },
  { name: 'sdk-firefox', ...firefoxTests, ...aloneInSdk },
];

export default defineConfig<{ long: boolean }>({
  testDir: 'tests',
  testMatch: '*.spec.ts',
  outputDir: `${ROOT}test-results/browser`,
  fullyParallel: true,
  // One more than the two cores of a build machine: a test that waits for an animation or a timer leaves its core.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // Tracing takes two fifths of the CPU: to see a failure in full, run it again with `--trace=retain-on-failure`.
  use: { trace: 'off', screenshot: 'only-on-failure', long: LONG },
  projects: [
    // The other tests of a page show it on a desktop.
    { name: 'chromium', use: chromium, ...(LONG ? {} : { grepInvert: [PHONE, ONLY_LONG] }) },
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 }, ...chromium }, grep: PHONE },
    { name: 'sdk-chromium', use: chromium, ...aloneInSdk },
    // On a build machine a missing Firefox must fail.
    ...(findFirefox() || process.env.CI ? inFirefox : []),
    // Playwright only runs the suite: the browser is driven by its own WebDriver. It is never required.
    ...(findWebKit() ? [{ name: 'webkit', testDir: 'webkit' }] : []),
  ],
});
