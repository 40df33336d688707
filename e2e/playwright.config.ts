import { fileURLToPath } from 'node:url';
import { defineConfig, devices, type Project } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium, findFirefox, findWebKit } from './browsers.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ONLY_CHROMIUM = /@chromium/;
const PHONE = /@phone/;
/** Pages made of parts that other suites have in Firefox already, which is slow to drive: there they run with `npm run test:long`. */
const SMALLER_PAGES = /(bank-account|errors|gallery|merchant-page|single-page-app|wallet|wallet-page)\.spec\.ts$/;

const chromium = { launchOptions: { executablePath: findChromium() ?? '', args: CHROMIUM_FLAGS } };
// Debian's and Mozilla's own Firefox is driven over WebDriver BiDi, which is what this channel stands for.
const firefox = {
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  launchOptions: { executablePath: findFirefox() ?? '' },
};

/** The library and its frames alone, against a stand-in for the browser API. */
const aloneInSdk = { testDir: '../sdk/test', testMatch: '*.pw.ts' };

const inFirefox: Project[] = [
  {
    name: 'firefox',
    use: firefox,
    grepInvert: ONLY_CHROMIUM,
    testIgnore: process.env.EVERY_PAGE ? [] : SMALLER_PAGES,
  },
  { name: 'sdk-firefox', use: firefox, grepInvert: ONLY_CHROMIUM, ...aloneInSdk },
];

export default defineConfig({
  testDir: 'tests',
  testMatch: '*.spec.ts',
  outputDir: `${ROOT}test-results/browser`,
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
  projects: [
    { name: 'chromium', use: chromium },
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 }, ...chromium }, grep: PHONE },
    { name: 'sdk-chromium', use: chromium, ...aloneInSdk },
    // On a build machine a missing Firefox has to be noticed.
    ...(findFirefox() || process.env.CI ? inFirefox : []),
    // Playwright only runs it: the browser is driven by its own WebDriver. Nowhere is it required.
    ...(findWebKit() ? [{ name: 'webkit', testDir: 'webkit' }] : []),
  ],
});
