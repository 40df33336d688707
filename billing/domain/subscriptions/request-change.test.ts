import { describe, expect, test } from 'vitest';
import type { Site } from '../../resources/site.ts';
import { cancel } from './cancel.ts';
import { portionsOfRequest } from './proration-settings.ts';
import { type RequestedChange, requestChange, timeframeOf } from './request-change.ts';
import { scheduleChange } from './schedule-change.ts';
import { addOn, agreed, at, eventTypes, productAmounts, silver, sold } from './testing/subscription.ts';

// 30 days from 1 April; 10 are left on the 21st: a third.
const NOW = at('2024-04-21');
const gold = sold('2024-04-01', { unit: 3000, add_ons: [addOn('seats', { quantity: 3 })] });
const USUAL = { upgrade_proration: 'prorate', downgrade_proration: 'prorate' } as const;

const request = (more: Partial<RequestedChange>, subscription = gold): RequestedChange => ({
  timeframe: 'now',
  to: agreed(subscription, {}),
  settings: {},
  ...more,
});
const changed = (more: Partial<RequestedChange>, site: Partial<typeof USUAL | Site> = {}, subscription = gold) =>
  requestChange(subscription, NOW, request(more, subscription), { ...USUAL, ...site });

describe('settings', () => {
  test('change at once, whatever the timeframe', () => {
    const { subscription } = changed({ timeframe: 'bill_date', to: silver(gold), settings: { po_number: 'PO 7' } });
    expect(subscription).toMatchObject({ po_number: 'PO 7', plan_code: 'gold', pending: { plan_code: 'silver' } });
  });

  test('alone keep the pending change; a request without any change clears it', () => {
    const waiting = scheduleChange(gold, NOW, silver(gold), 'bill_date').subscription;
    const set = changed({ settings: { po_number: 'PO 7' } }, {}, waiting);
    expect(set.subscription).toMatchObject({ po_number: 'PO 7', pending: waiting.pending, updated_at: NOW });
    expect(eventTypes(set)).toEqual(['updated_subscription']);
    const repeated = changed({ settings: { po_number: waiting.po_number } }, {}, waiting);
    expect([repeated.subscription.pending, eventTypes(repeated)]).toEqual([null, ['updated_subscription']]);
  });

  test('are refused once the subscription has expired', () => {
    const expired = { ...gold, state: 'expired' as const };
    expect(() => changed({ settings: { po_number: 'PO 7' } }, {}, expired)).toThrow('subscription_expired');
  });
});

test('another revenue schedule alone is kept, and announces nothing', () => {
  const { subscription, events } = changed({ to: agreed(gold, { revenue_schedule_type: 'evenly' }) });
  expect([subscription.revenue_schedule_type, events]).toEqual(['evenly', []]);
});

describe('the proration of a site', () => {
  const [up, down] = [silver(gold), silver(gold, { unit_amount_in_cents: 1500 })];

  test.each([
    [
      'prorate',
      'upgrade',
      [
        ['silver', 2000],
        ['seats', 200],
      ],
      [
        ['gold', 1000],
        ['seats', 200],
      ],
    ],
    [
      'full',
      'upgrade',
      [
        ['silver', 6000],
        ['seats', 600],
      ],
      [
        ['gold', 3000],
        ['seats', 600],
      ],
    ],
    ['none', 'upgrade', [], []],
    [
      'full',
      'downgrade',
      [
        ['silver', 1500],
        ['seats', 600],
      ],
      [
        ['gold', 3000],
        ['seats', 600],
      ],
    ],
    ['none', 'downgrade', [], []],
  ] as const)('%s of an %s', (proration, kind, charges, credits) => {
    const to = kind === 'upgrade' ? up : down;
    const billed = changed({ to }, { [`${kind}_proration`]: proration });
    expect(productAmounts(billed)).toEqual({ charges, credits });
    const other = kind === 'upgrade' ? 'downgrade' : 'upgrade';
    const usual = changed({ to }, { [`${other}_proration`]: proration });
    expect(productAmounts(usual)).toEqual(productAmounts(changed({ to })));
  });

  test('takes the whole price of a period: fewer seats may make a higher plan a downgrade', () => {
    const seats = sold('2024-04-01', { unit: 3000, add_ons: [addOn('seats', { quantity: 50 })] });
    const to = silver(seats, { add_ons: [] });
    expect(timeframeOf(seats, NOW, { timeframe: 'now', to }, { ...USUAL, downgrade_proration: 'at_renewal' })).toBe(
      'bill_date',
    );
  });

  test('lets only changes of a paid period wait', () => {
    const site = { ...USUAL, upgrade_proration: 'at_renewal' } as const;
    const when = (subscription: typeof gold, timeframe: RequestedChange['timeframe'] = 'now') =>
      timeframeOf(subscription, NOW, { timeframe, to: silver(subscription) }, site);
    expect(when(gold)).toBe('bill_date');
    expect(when(gold, 'term_end')).toBe('term_end');
    expect(when(cancel(gold, NOW).subscription ?? gold)).toBe('bill_date');
    expect(when(sold('2024-04-01', { plan: { trial_interval_length: 60 } }))).toBe('now');
    expect(when(sold('2024-04-01', { requested: { starts_at: at('2024-06-01') } }))).toBe('now');
    expect(when({ ...gold, state: 'paused' })).toBe('now');
    expect(timeframeOf(gold, NOW, { timeframe: 'now', to: gold }, site)).toBe('now');
  });

  test('charges a new period in full in any case', () => {
    const yearly = silver(gold, { interval_length: 12, unit_amount_in_cents: 60_000 });
    const { charges, credits } = changed({ to: yearly }, { upgrade_proration: 'none' });
    expect([charges.map(({ kind }) => kind), credits]).toEqual([['period'], []]);
  });
});

describe('the proration of a request', () => {
  const to = silver(gold);
  // 3000 → 6000 a period, and of 3 seats at 200 a new line: a third of the period is left.
  const [charged, credited] = [
    [
      ['silver', 2000],
      ['seats', 200],
    ],
    [
      ['gold', 1000],
      ['seats', 200],
    ],
  ];
  const whole = [
    ['silver', 6000],
    ['seats', 600],
  ];

  test('goes before that of the site, charge and credit apart', () => {
    const billed = (charge: 'full_amount' | 'none', credit: 'prorated_amount' | 'none') =>
      productAmounts(changed({ to, proration: { charge, credit } }, { upgrade_proration: 'full' }));
    expect(billed('full_amount', 'none')).toEqual({ charges: whole, credits: [] });
    expect(billed('none', 'prorated_amount')).toEqual({ charges: [], credits: credited });
    expect(billed('none', 'none')).toEqual({ charges: [], credits: [] });
    expect(productAmounts(changed({ to, proration: portionsOfRequest({}) }, { upgrade_proration: 'none' }))).toEqual({
      charges: charged,
      credits: credited,
    });
  });

  test('is of the difference, where only the quantity changes', () => {
    const proration = { charge: 'full_amount', credit: 'none' } as const;
    const seats = agreed(gold, { add_ons: [addOn('seats', { quantity: 5 })] });
    expect(productAmounts(changed({ to: seats, proration }))).toEqual({ charges: [['seats', 400]], credits: [] });
  });

  test('lets no change wait, and charges a new period unless it says none', () => {
    const site = { ...USUAL, upgrade_proration: 'at_renewal' } as const;
    const proration = { charge: 'none', credit: 'none' } as const;
    expect(timeframeOf(gold, NOW, { timeframe: 'now', to, proration }, site)).toBe('now');
    const yearly = silver(gold, { interval_length: 12, unit_amount_in_cents: 60_000 });
    const kinds = (charge: 'full_amount' | 'none') =>
      changed({ to: yearly, proration: { charge, credit: 'none' } }).charges.map(({ kind }) => kind);
    expect([kinds('full_amount'), kinds('none')]).toEqual([['period'], []]);
  });

  test('charges the period that a paused subscription resumes with', () => {
    const proration = { charge: 'none', credit: 'none' } as const;
    const paused = { ...gold, state: 'paused' as const };
    expect(changed({ to: silver(paused), proration }, {}, paused).charges.map(({ kind }) => kind)).toEqual(['period']);
  });
});
