import { describe, expect, test } from 'vitest';
import type { LineSetting } from '../adjustments/line.ts';
import type { SubscriptionAddOnRecord } from './record.ts';
import { at, sold, usageAddOn } from './testing/subscription.ts';
import { type BilledUsage, correctionLine, usageLineCount, usageLinesOf } from './usage-lines.ts';

let made = 0;
const setting: LineSetting = {
  uuid: () => `line-${made++}`,
  at: at('2024-05-01'),
  account_id: 'ada',
  currency: 'USD',
};
const period = { startedAt: at('2024-04-01'), endsAt: at('2024-05-01') };
const earlier = { startedAt: at('2024-03-01'), endsAt: at('2024-04-01') };
const before = sold('2024-02-01');
const TIERS = {
  unit_amount_in_cents: null,
  tiers: [
    { ending: 100, unit: 100 },
    { ending: 999_999_999, unit: 50 },
  ],
};
const priced = (changes: Partial<SubscriptionAddOnRecord>): SubscriptionAddOnRecord => ({
  ...usageAddOn('archive', 1000),
  name: 'Archive',
  ...changes,
});
const used = (addOn: SubscriptionAddOnRecord, amount: string, late?: { readonly billed: string }): BilledUsage => ({
  addOn,
  period: late ? earlier : period,
  selection: { subscription_id: before.uuid, add_on_code: 'archive', late: late !== undefined, ...period },
  total: { count: 1, amount, last: 1 },
  before: late?.billed ?? '0',
});
const linesOf = (usage: BilledUsage, showsUnused = true) =>
  usageLinesOf(setting, { before, usage: [usage], showsUnused, rates: [], shipping: null }, 0);
const shown = (usage: BilledUsage, showsUnused?: boolean) => {
  const { charges, corrections } = linesOf(usage, showsUnused);
  return [...charges, ...corrections].map(({ record, line }) => [
    record.description,
    record.unit_amount_in_cents,
    record.quantity,
    record.quantity_decimal,
    line.kind,
  ]);
};

describe('a line of usage', () => {
  test('has the price of a unit and the whole units used', () => {
    expect(shown(used(priced({}), '3'))).toEqual([['Archive', 1000, 3, '3', 'add_on']]);
    expect(linesOf(used(priced({}), '3')).charges[0]?.record).toMatchObject({
      origin: 'add_on',
      product_code: 'archive',
      start_date: period.startedAt,
      end_date: period.endsAt,
      subscription_id: before.uuid,
    });
  });

  // 10.57874 x 10.00 = 105.7874.
  test('for a fraction is one unit of its amount, and names the exact quantity', () => {
    expect(shown(used(priced({}), '10.57874'))).toEqual([
      ['Archive, 10.57874 at 10.00 USD', 10579, 1, '10.57874', 'add_on'],
    ]);
  });

  // 2.36 % of 500.00 = 11.80.
  test('for a percentage names the amount that it is taken of', () => {
    const share = priced({ usage_type: 'percentage', usage_percentage: '2.36', unit_amount_in_cents: null });
    expect(shown(used(share, '50000'))).toEqual([['Archive, 2.36% of 500.00 USD', 1180, 1, null, 'add_on']]);
  });

  test('is made for each tier used', () => {
    expect(shown(used(priced({ ...TIERS, tier_type: 'tiered' }), '150'))).toEqual([
      ['Archive (1–100)', 100, 100, '100', 'add_on'],
      ['Archive (101 and up)', 50, 50, '50', 'add_on'],
    ]);
    expect(shown(used(priced({ ...TIERS, tier_type: 'volume' }), '150'))).toEqual([
      ['Archive (101 and up)', 50, 150, '150', 'add_on'],
    ]);
    expect(shown(used(priced({ ...TIERS, tier_type: 'stairstep' }), '150'))).toEqual([
      ['Archive (101 and up)', 50, 1, '1', 'add_on'],
    ]);
    expect(usageLineCount([used(priced(TIERS), '0'), used(priced({}), '0')])).toBe(3);
  });

  test('is shown on a renewal also when nothing was used, elsewhere not', () => {
    expect(shown(used(priced({}), '0'))).toEqual([['Archive', 1000, 0, '0', 'add_on']]);
    const elsewhere = linesOf(used(priced({}), '0'), false);
    expect(elsewhere.charges).toEqual([]);
    expect(elsewhere.billed.map(({ line }) => line)).toEqual([null]);
  });

  test('for late usage names its period and is not discounted', () => {
    const late = used(priced({ ...TIERS, tier_type: 'tiered' }), '20', { billed: '90' });
    expect(shown(late)).toEqual([
      ['Archive (1–100), late usage of 2024-03-01 to 2024-04-01', 100, 10, '10', 'undiscounted'],
      ['Archive (101 and up), late usage of 2024-03-01 to 2024-04-01', 50, 10, '10', 'undiscounted'],
    ]);
    expect(shown(used(priced({}), '0', { billed: '1' }))).toEqual([]);
  });

  test('keeps how it was computed', () => {
    const tiered = priced({ ...TIERS, tier_type: 'tiered', measured_unit_id: 7 });
    const computed = (usage: BilledUsage) => linesOf(usage).charges.map(({ record }) => record.computation);
    expect(computed(used(tiered, '20.5', { billed: '90' }))).toMatchObject([
      {
        whole_in_cents: 1000,
        tier: { from: 1, to: 100 },
        usage: { amount: '10', unit: 100, percentage: null, measured_unit_id: 7, before: '90' },
      },
      { whole_in_cents: 525, tier: { from: 101, to: null }, usage: { amount: '10.5', unit: 50, before: '90' } },
    ]);
    const stairs = computed(used(priced({ ...TIERS, tier_type: 'stairstep' }), '150'));
    expect(stairs).toMatchObject([{ whole_in_cents: 50, usage: { amount: '150', unit: 50 } }]);
    const share = priced({ usage_type: 'percentage', usage_percentage: '2.36', unit_amount_in_cents: null });
    expect(computed(used(share, '50000'))).toMatchObject([
      { proration: '1/1', whole_in_cents: 1180, usage: { amount: '50000', unit: null, percentage: '2.36' } },
    ]);
  });

  test('below zero is a correction, which a credit invoice holds', () => {
    const { charges, corrections, billed } = linesOf(used(priced({}), '-2.5'));
    expect(charges).toEqual([]);
    const [correction] = corrections;
    expect(correction?.line).toMatchObject({ kind: 'undiscounted', gross: 2500 });
    expect(billed).toMatchObject([{ line: correction?.record.uuid }]);
    if (!correction) throw new Error('There is no correction');
    const taxed = { ...correction.record, tax_in_cents: 219, total_in_cents: 2719 };
    expect(correctionLine(taxed)).toMatchObject({
      type: 'credit',
      description: 'Archive, -2.5 at 10.00 USD, correction',
      unit_amount_in_cents: -2500,
      quantity: 1,
      quantity_decimal: '2.5',
      tax_in_cents: -219,
      total_in_cents: -2719,
    });
  });
});
