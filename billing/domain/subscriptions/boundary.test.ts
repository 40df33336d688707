import { describe, expect, test } from 'vitest';
import { fraction } from '../../values/money/fraction.ts';
import { crossBoundary, nextBoundary } from './boundary.ts';
import { cancel } from './cancel.ts';
import { pause } from './pause.ts';
import { scheduleChange } from './schedule-change.ts';
import {
  addOn,
  at,
  boundariesUntil,
  currentDays,
  day,
  days,
  eventTypes,
  sell,
  silver,
  sold,
  until,
  usageAddOn,
} from './testing/subscription.ts';

const paid = { trial: false, proration: fraction(1), setupFee: false };

describe('creation', () => {
  test('bills the first period and the setup fee', () => {
    const { subscription, charges, credits, events } = sell('2024-01-31T10:20:30');
    expect(subscription).toMatchObject({ state: 'active', anchor_at: at('2024-01-31T10:20:30'), starts_at: null });
    expect(charges).toMatchObject([{ kind: 'period', ...paid, setupFee: true }]);
    expect(currentDays(subscription)).toBe('2024-01-31T10:20:30Z..2024-02-29T10:20:30Z');
    expect(credits).toEqual([]);
    expect(events).toEqual([{ type: 'new_subscription', subscription }]);
  });

  test('prorates a first period that ends at a requested bill date', () => {
    // 22 of the 31 days from 10 March to 10 April.
    const { subscription, charges } = sell('2024-03-10', { requested: { first_bill_date: at('2024-04-01') } });
    expect(charges).toMatchObject([{ proration: fraction(22, 31), setupFee: true }]);
    expect(currentDays(until(subscription, '2024-04-01'))).toBe('2024-04-01..2024-05-01');
  });

  test('bills a trial at nothing, with the setup fee', () => {
    const trial = { trial_interval_unit: 'months', trial_interval_length: 1, total_billing_cycles: 12 } as const;
    const { subscription, charges } = sell('2024-01-31', { plan: trial });
    expect(charges).toMatchObject([{ trial: true, setupFee: true, proration: fraction(1) }]);
    expect(currentDays(subscription)).toBe('2024-01-31..2024-02-29');
    // The term is the trial and 12 periods, which are counted from the day the trial ends.
    expect(subscription).toMatchObject({ remaining_billing_cycles: 12, current_term_ends_at: at('2025-02-28') });
  });

  test('bills nothing before a start in the future, and then everything', () => {
    const plan = { trial_interval_length: 14, total_billing_cycles: 2 };
    const { subscription, charges, events } = sell('2024-01-01', { plan, requested: { starts_at: at('2024-02-15') } });
    expect(subscription).toMatchObject({ state: 'future', current_term_ends_at: null, activated_at: null });
    expect([charges, events[0]?.type]).toEqual([[], 'new_subscription']);
    expect(crossBoundary(subscription, at('2024-02-14T23:59:59'), { unpayable: false })).toBeUndefined();

    const { transitions } = boundariesUntil(subscription, '2024-02-15');
    expect(transitions).toHaveLength(1);
    expect(transitions[0]).toMatchObject({
      charges: [{ kind: 'period', trial: true, setupFee: true }],
      subscription: { state: 'active', activated_at: at('2024-02-15'), starts_at: null, remaining_billing_cycles: 2 },
    });
    expect(currentDays(transitions[0]!.subscription)).toBe('2024-02-15..2024-02-29');
    expect(day(transitions[0]!.subscription.current_term_ends_at)).toBe('2024-04-29');
  });

  test('keeps a start that the worker reaches late', () => {
    const future = sold('2024-01-01', { requested: { starts_at: at('2024-02-15') } });
    const late = crossBoundary(future, at('2024-02-20'), { unpayable: false })?.subscription;
    expect(late).toMatchObject({ activated_at: at('2024-02-15'), updated_at: at('2024-02-20') });
    expect(late && currentDays(late)).toBe('2024-02-15..2024-03-15');
  });
});

describe('periods', () => {
  test.each([
    [
      'of a month, from the 31st in a leap year',
      '2024-01-31',
      'months',
      1,
      ['2024-02-29', '2024-03-31', '2024-04-30', '2024-05-31'],
    ],
    [
      'of a month, from the 31st in another year',
      '2023-01-31',
      'months',
      1,
      ['2023-02-28', '2023-03-31', '2023-04-30', '2023-05-31'],
    ],
    ['of a month, from the 30th', '2024-01-30', 'months', 1, ['2024-02-29', '2024-03-30', '2024-04-30', '2024-05-30']],
    ['of a quarter', '2023-11-30', 'months', 3, ['2024-02-29', '2024-05-30', '2024-08-30', '2024-11-30']],
    [
      'of a year, from 29 February',
      '2024-02-29',
      'months',
      12,
      ['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'],
    ],
    ['of 30 days, over a leap day', '2024-01-31', 'days', 30, ['2024-03-01', '2024-03-31', '2024-04-30', '2024-05-30']],
    ['of 30 days, in another year', '2023-01-31', 'days', 30, ['2023-03-02', '2023-04-01', '2023-05-01', '2023-05-31']],
  ] as const)('%s', (_, start, plan_interval_unit, plan_interval_length, boundaries) => {
    const subscription = sold(start, { plan: { plan_interval_unit, plan_interval_length } });
    const { transitions } = boundariesUntil(subscription, boundaries[3]);
    expect(transitions.map((one) => currentDays(one.subscription).split('..')[0])).toEqual(boundaries);
    expect(transitions.map(({ charges }) => charges)).toEqual(
      transitions.map(({ subscription: { current_period_started_at: startedAt, current_period_ends_at: endsAt } }) => [
        { kind: 'period', period: { startedAt, endsAt }, ...paid },
      ]),
    );
  });

  test('are counted from the day a trial ends', () => {
    const plan = { trial_interval_unit: 'months', trial_interval_length: 1 } as const;
    const { transitions } = boundariesUntil(sold('2024-01-31', { plan }), '2024-04-29');
    expect(transitions.map((one) => currentDays(one.subscription))).toEqual([
      '2024-02-29..2024-03-29',
      '2024-03-29..2024-04-29',
      '2024-04-29..2024-05-29',
    ]);
  });

  test('follow one another without a gap when an outage missed several', () => {
    const missed = boundariesUntil(sold('2024-01-31'), '2024-06-15');
    const onLate = [1, 2, 3, 4, 5].reduce(
      (subscription) =>
        crossBoundary(subscription, at('2024-06-15'), { unpayable: false })?.subscription ?? subscription,
      sold('2024-01-31'),
    );
    expect(missed.transitions).toHaveLength(4);
    expect(currentDays(onLate)).toBe(currentDays(missed.subscription));
    expect(currentDays(onLate)).toBe('2024-05-31..2024-06-30');
  });

  test('bill the agreed price and add-ons, and usage of the period that ends', () => {
    const calls = usageAddOn('calls');
    const subscription = sold('2024-01-31', { add_ons: [addOn('seats'), calls] });
    const { transitions } = boundariesUntil(subscription, '2024-02-29');
    expect(transitions[0]?.charges).toEqual([
      { kind: 'period', period: { startedAt: at('2024-02-29'), endsAt: at('2024-03-31') }, ...paid },
      { kind: 'usage', period: { startedAt: at('2024-01-31'), endsAt: at('2024-02-29') }, addOns: [calls] },
    ]);
    expect(transitions[0]?.subscription).toMatchObject({ unit_amount_in_cents: 3000, plan_id: 'gold' });
  });
});

describe('the end of a trial', () => {
  const trial = sold('2024-02-15', { plan: { trial_interval_length: 14 }, add_ons: [usageAddOn('calls')] });

  test('starts the first paid period; usage of the trial is free', () => {
    const { transitions } = boundariesUntil(trial, '2024-02-29');
    expect(transitions[0]?.charges).toEqual([
      { kind: 'period', period: { startedAt: at('2024-02-29'), endsAt: at('2024-03-29') }, ...paid },
    ]);
    expect(transitions[0]?.subscription.converted_at).toBe(at('2024-02-29'));
    expect(eventTypes(transitions[0]!)).toEqual(['renewed_subscription']);
  });

  test('expires what cannot be paid, without a charge', () => {
    const { transitions } = boundariesUntil(trial, '2024-03-29', true);
    expect(transitions).toHaveLength(1);
    expect(transitions[0]).toMatchObject({
      subscription: { state: 'expired', expires_at: at('2024-02-29') },
      charges: [],
    });
  });

  test('is the only boundary at which a missing payment method ends a subscription', () => {
    expect(boundariesUntil(sold('2024-01-31'), '2024-02-29', true).subscription.state).toBe('active');
  });
});

describe('the order at a boundary', () => {
  const term = { plan: { total_billing_cycles: 1, auto_renew: false } };
  const everything = { paused_at: at('2024-02-29'), remaining_pause_cycles: 1 };

  test('a cancellation comes first', () => {
    const canceled = cancel(sold('2024-01-31'), at('2024-02-10')).subscription!;
    const { transitions } = boundariesUntil({ ...canceled, ...everything }, '2024-03-01');
    expect(transitions.map(({ subscription }) => subscription.state)).toEqual(['expired']);
  });

  test('then a pause, also where the term ends', () => {
    const { transitions } = boundariesUntil({ ...sold('2024-01-31', term), ...everything }, '2024-02-29');
    expect(transitions.map(({ subscription }) => subscription.state)).toEqual(['paused']);
  });

  test('then the end of the term, before a pending change', () => {
    const subscription = sold('2024-01-31', term);
    const pending = { ...silver(subscription), at: 'bill_date' } as const;
    const { transitions } = boundariesUntil({ ...subscription, pending }, '2024-02-29');
    expect(transitions.map(eventTypes)).toEqual([['expired_subscription']]);
  });

  test('then the pending change, announced before the renewal', () => {
    const subscription = sold('2024-01-31');
    const pending = scheduleChange(subscription, at('2024-02-01'), silver(subscription), 'bill_date').subscription;
    const { transitions } = boundariesUntil(pending, '2024-02-29');
    expect(transitions.map(eventTypes)).toEqual([['updated_subscription', 'renewed_subscription']]);
    expect(transitions[0]?.subscription).toMatchObject({ plan_code: 'silver', pending: null });
  });
});

test('charges of a transition name the period that the record has', () => {
  for (const { subscription, charges } of boundariesUntil(sold('2024-01-31'), '2025-01-31').transitions) {
    const period = charges.find(({ kind }) => kind === 'period');
    expect(period && days(period.period)).toBe(currentDays(subscription));
  }
});

describe('a worker that is late', () => {
  const active = sold('2024-01-31');
  const paused = (cycles: number) =>
    until(pause(active, at('2024-02-10'), { cycles, pastDue: false }).subscription, '2024-02-29');
  test.each([
    ['a start', sold('2024-01-01', { requested: { starts_at: at('2024-02-15') } })],
    ['a renewal', active],
    ['the end of a trial', sold('2024-01-31', { plan: { trial_interval_length: 29 } })],
    ['the end of a term', sold('2024-01-31', { plan: { auto_renew: false } })],
    ['a cancellation', cancel(active, at('2024-02-10')).subscription!],
    ['the beginning of a pause', pause(active, at('2024-02-10'), { cycles: 2, pastDue: false }).subscription],
    ['a skipped period', paused(2)],
    ['the end of a pause', paused(1)],
  ])('dates %s by its boundary', (_, subscription) => {
    const boundary = nextBoundary(subscription)!;
    const [onTime, late] = [boundary, boundary + 5 * 86_400].map((now) =>
      crossBoundary(subscription, now, { unpayable: false }),
    );
    expect(late?.charges).toEqual(onTime?.charges);
    expect({ ...late?.subscription, updated_at: boundary }).toEqual(onTime?.subscription);
  });
});
