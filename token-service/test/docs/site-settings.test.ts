import { readFileSync } from 'node:fs';
import { SETTING_NAMES } from '@service/billing/resources/site-settings.ts';
import { expect, test } from 'vitest';
import { siteSettingsPage } from './site-settings-page.ts';

const PAGE = '../../../docs/site-settings.md';

test('docs/site-settings.md is what the table of settings says (-u writes it)', async () => {
  await expect(siteSettingsPage()).toMatchFileSnapshot(PAGE);
});

test.each(SETTING_NAMES)('a page without %s is found', (name) => {
  const page = readFileSync(new URL(PAGE, import.meta.url), 'utf8');
  expect(siteSettingsPage(SETTING_NAMES.filter((other) => other !== name))).not.toBe(page);
});
