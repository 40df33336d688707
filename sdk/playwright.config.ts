import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const systemChromium = '/usr/bin/chromium';
const systemFirefox = '/usr/bin/firefox-esr';

/** The built library and frame in real browsers, against a stand-in for the browser API. Build first. */
export default defineConfig({
  testDir: 'test',
  testMatch: '*.pw.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  reporter: 'list',
  projects: [
    {
      name: 'chromium',
      use: {
        launchOptions: {
          ...(existsSync(systemChromium) ? { executablePath: systemChromium } : {}),
          args: ['--no-sandbox'],
        },
      },
    },
    ...(existsSync(systemFirefox)
      ? [
          {
            name: 'firefox',
            use: {
              browserName: 'firefox' as const,
              channel: 'moz-firefox',
              launchOptions: { executablePath: systemFirefox },
            },
          },
        ]
      : []),
  ],
});
