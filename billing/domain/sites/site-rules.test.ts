import { describe, expect, test } from 'vitest';
import type { Site } from '../../resources/site.ts';
import { SETTING_NAMES } from '../../resources/site-settings.ts';
import { newSite, siteIssues, withModeDefaults } from './site-rules.ts';

const site = (changes: Readonly<Record<string, unknown>> = {}): Site =>
  ({
    ...newSite('production'),
    id: '0'.repeat(32),
    subdomain: 'acme',
    clock_offset: 0,
    gateways_version: 0,
    books_closed_until: 0,
    ...changes,
  }) as Site;

test.each(['sandbox', 'production'] as const)(
  'a new %s site has every setting, and nothing is wrong with it',
  (mode) => {
    expect(Object.keys(newSite(mode))).toEqual(SETTING_NAMES);
    expect(siteIssues(site(newSite(mode)))).toEqual([]);
  },
);

describe('a value that cannot be is refused', () => {
  test.each([
    ['mode', 'trial', 'inclusion'],
    ['on_dispute', ['refund'], 'inclusion'],
    ['technical_contact', '', 'blank'],
    ['technical_contact', 'ops', 'invalid_email'],
    ['time_zone', '+01:00', 'invalid'],
    ['currencies', [], 'empty'],
    ['currencies', ['USD', 'USD'], 'taken'],
    ['currencies', ['XXL'], 'inclusion'],
    ['company', 'x'.repeat(10_001), 'too_long'],
    ['company_address', ['1 Pier', 'x'.repeat(10_001)], 'too_long'],
    ['seller_country', 'XX', 'inclusion'],
    ['custom_fields', ['a', 'a'], 'taken'],
    ['custom_fields', [' '], 'blank'],
    ['custom_fields', ['x'.repeat(51)], 'too_long'],
    ['tax_registrations', ['US'], 'inclusion'],
    ['tax_registrations', ['EU', 'EU'], 'taken'],
    ['gift_card_offers', [{ product_code: 'a', currency: 'EUR', unit_amount_in_cents: 1 }], 'inclusion'],
    ['gift_card_offers', [{ product_code: 'a', currency: 'USD', unit_amount_in_cents: 0 }], 'invalid'],
    ['mail_logo', 'http://shop.example/logo.png', 'invalid'],
    ['brand_color', 'green', 'invalid'],
    ['logo', { digest: 'x', width: 2001, height: 10 }, 'invalid'],
    ['shop_url', 'shop.example', 'invalid'],
    ['shop_url', 'http://shop.example', 'invalid'],
    ['shop_url', 'https://ada:secret@shop.example', 'invalid'],
    ['privacy_url', 'javascript:alert(1)', 'invalid'],
    ['return_origins', ['https://shop.example/page'], 'invalid'],
    ['return_origins', ['https://shop.example', 'https://shop.example'], 'taken'],
    ['mail_language', 'english', 'invalid'],
    ['mail_language', 'zh-hant-', 'invalid'],
    ['mail_off', ['birthday'], 'inclusion'],
    ['account_page_plans', Array.from({ length: 21 }, (_, n) => `plan-${n}`), 'too_many'],
    ['requests_per_minute', 0, 'greater_than_or_equal_to'],
  ])('%s: %j', (name, value, symbol) => {
    expect(siteIssues(site({ [name]: value }))).toMatchObject([{ field: `site.${name}`, symbol }]);
  });
});

test('limits change with the mode where they are its defaults', () => {
  const sandbox = site({ ...newSite('sandbox'), attempts_per_address: 7 });
  expect(sandbox).toMatchObject({ attempts_per_card: null });
  const production = withModeDefaults({ ...sandbox, mode: 'production' }, 'sandbox');
  expect(production).toMatchObject({ mode: 'production', attempts_per_card: 10, attempts_per_address: 7 });
  expect(withModeDefaults({ ...production, mode: 'sandbox' }, 'production')).toEqual(sandbox);
});
