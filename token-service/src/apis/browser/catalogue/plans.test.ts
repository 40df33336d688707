import type { AddOnRecord, PlanRecord } from '@service/billing/domain/plans/record.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import { describe, expect, test } from 'vitest';
import { anAddOn, aPlan } from '../../../adapters/storage/testing/samples.ts';
import { openBrowserOrigin } from '../browser-origin.fixture.ts';
import { planDocument } from './plan-document.ts';
import { currencySymbols } from './plans.ts';

const SITE = { currencies: ['USD', 'JPY', 'KWD'] };

describe('the public part of a plan', () => {
  const document = (plan: PlanRecord, addOns: readonly AddOnRecord[] = []) =>
    planDocument(SITE, plan, addOns, currencySymbols());

  test('is its price in major units and in cents, whatever the minor unit, in the currencies of the site', () => {
    const plan = aPlan(1, {
      unit_amount_in_cents: { USD: 1999, JPY: 2900, KWD: 1234, EUR: 1 },
      setup_fee_in_cents: { USD: 500, JPY: 0, EUR: 1 },
    });
    expect(document(plan)).toEqual({
      code: 'plan-1',
      name: 'Tideline',
      period: { interval: 'months', length: 1 },
      trial: { interval: 'days', length: 7 },
      price: {
        USD: { unit_amount: 19.99, unit_amount_in_cents: 1999, setup_fee: 5, setup_fee_in_cents: 500, symbol: '$' },
        JPY: { unit_amount: 2900, unit_amount_in_cents: 2900, setup_fee: 0, setup_fee_in_cents: 0, symbol: '¥' },
        KWD: { unit_amount: 1.234, unit_amount_in_cents: 1234, setup_fee: 0, setup_fee_in_cents: 0, symbol: 'KWD' },
      },
      tax_code: null,
      tax_exempt: false,
      addons: [],
    });
    expect(Object.keys(document(plan).price)).toEqual(['USD', 'JPY', 'KWD']);
  });

  test('is no trial where there is none', () => {
    expect('trial' in document(aPlan(1, { trial_interval_length: 0 }))).toBe(false);
  });

  test('is each add-on, priced, tiered or by usage', () => {
    const plan = aPlan(1);
    const tiers = [
      { ending_quantity: 10, unit_amount_in_cents: { USD: 500, EUR: 1 } },
      { ending_quantity: 999_999_999, unit_amount_in_cents: { USD: 300 } },
    ];
    const addOns = [
      anAddOn(2, plan, { default_quantity: 3, optional: false }),
      anAddOn(3, plan, { tier_type: 'volume', tiers, unit_amount_in_cents: null }),
      anAddOn(4, plan, {
        add_on_type: 'usage',
        usage_type: 'percentage',
        usage_percentage: '2.36',
        unit_amount_in_cents: null,
      }),
    ];
    const usual = { add_on_type: 'fixed', optional: true, usage_type: null, usage_percentage: null, quantity: 1 };
    expect(document(plan, addOns).addons).toEqual([
      {
        ...usual,
        code: 'add-on-2',
        name: 'Storm alerts',
        quantity: 3,
        optional: false,
        tier_type: 'flat',
        price: { USD: { unit_amount: 2.5, unit_amount_in_cents: 250 } },
        tiers: [],
      },
      {
        ...usual,
        code: 'add-on-3',
        name: 'Storm alerts',
        tier_type: 'volume',
        price: {},
        tiers: [
          { ending_quantity: 10, currencies: [{ currency_code: 'USD', unit_amount: 5, unit_amount_in_cents: 500 }] },
          {
            ending_quantity: 999_999_999,
            currencies: [{ currency_code: 'USD', unit_amount: 3, unit_amount_in_cents: 300 }],
          },
        ],
      },
      {
        ...usual,
        code: 'add-on-4',
        name: 'Storm alerts',
        add_on_type: 'usage',
        usage_type: 'percentage',
        usage_percentage: 2.36,
        tier_type: 'flat',
        price: {},
        tiers: [],
      },
    ]);
  });
});

test.each([
  ['USD', '$'],
  ['CAD', '$'],
  ['EUR', '€'],
  ['GBP', '£'],
  ['JPY', '¥'],
])('the symbol of %s is %s', (currency, sign) => {
  expect(currencySymbols()(currency)).toBe(sign);
});

describe('an address that ends with a code', () => {
  const requests: string[] = [];
  const open = () => {
    const find = async (code: string) => void requests.push(code);
    return openBrowserOrigin({ storage: { of: () => ({ plans: { find } }) as unknown as Records } });
  };

  test.each([
    ['plans/a%40b%2Fc%25', 'a@b/c%'],
    ['plans/a%20b', 'a b'],
    ['plans/a?code=other', 'a'],
  ])('%s asks for %j', async (path, code) => {
    const { url } = await open();
    requests.length = 0;
    const response = await fetch(`${url}/js/v1/${path}${path.includes('?') ? '&' : '?'}key=demo-public-key`);
    expect([response.status, requests]).toEqual([404, [code]]);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect((await response.json()).error).toEqual({
      code: 'not-found',
      message: 'No plan on sale has this code. Check the code, or create the plan in the XML API.',
    });
  });

  test.each(['plans/', 'plans/a/b', 'plans/%E0%A4%A', 'plans/%00', 'plans'])('%s is none', async (path) => {
    const { url } = await open();
    requests.length = 0;
    const response = await fetch(`${url}/js/v1/${path}?key=demo-public-key`);
    expect([response.status, requests]).toEqual([404, []]);
  });

  test('is asked with GET and a public key, and not too often', async () => {
    const { url } = await openBrowserOrigin({ limits: { perAddress: 2, perKey: 100 } });
    const ask = (query: string, method = 'GET') => fetch(`${url}/js/v1/plans/a?${query}`, { method });
    expect((await ask('key=demo-public-key', 'POST')).headers.get('Allow')).toBe('GET, OPTIONS');
    expect((await ask('key=unknown')).status).toBe(403);
    expect((await ask('key=demo-public-key')).status).toBe(404);
    const refused = await ask('key=demo-public-key');
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  });
});
