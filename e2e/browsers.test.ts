import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { CHROMIUM_FLAGS } from './browsers.ts';

test('Chromium starts without every feature that Playwright disables', () => {
  const installed = createRequire(import.meta.url).resolve('playwright-core');
  const bundle = readFileSync(installed.replace(/[\w.]+$/, 'lib/coreBundle.js'), 'utf8');
  const [, list = ''] = /disabledFeatures = \[(.*?)\]/s.exec(bundle) ?? [];
  const wanted = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, feature = '']) => feature);
  expect(wanted.length).toBeGreaterThan(10);
  const ofEdge = /^ms[A-Z]/;
  const flag = CHROMIUM_FLAGS.find((each) => each.startsWith('--disable-features='));
  expect(flag?.split(/[=,]/)).toEqual(expect.arrayContaining(wanted.filter((feature) => !ofEdge.test(feature))));
});
