import { describe, expect, it, test } from 'vitest';
import { fraction } from '../../values/money/fraction.ts';
import { refundableLine } from '../adjustments/credit-line.ts';
import { blankLine } from '../adjustments/line.ts';
import type { AdjustmentRecord } from '../adjustments/record.ts';
import { terminationLines } from './termination-lines.ts';

const DAY = 86_400;
const MONTH = { start_date: 0, end_date: 30 * DAY };

const line = (code: string, total: number, more: Partial<AdjustmentRecord> = {}) =>
  refundableLine(
    {
      ...blankLine({ uuid: () => code, at: 0, account_id: 'ada', currency: 'USD' }),
      unit_amount_in_cents: total,
      total_in_cents: total,
      product_code: code,
      account_code: 'ada',
      invoice: '1000',
      ...more,
    },
    [],
  );
const computed = (proration: string) => ({
  ...MONTH,
  computation: {
    proration,
    whole_in_cents: 0,
    interval_unit: 'months' as const,
    interval_length: 1,
    anchor_at: 0,
  },
});
const plan = line('plan', 3000, computed('1/1'));
const setup = line('setup', 500, { start_date: 0 });
const counted = { amount: '7', unit: 100, percentage: null, measured_unit_id: null };
const usage = line('calls', 700, {
  start_date: -30 * DAY,
  end_date: 0,
  computation: { ...computed('1/1').computation, usage: counted },
});
const added = line('seats', 400, computed('2/3'));

const totals = (refunds: ReturnType<typeof terminationLines>) =>
  refunds.map(({ line: { record }, credit }) => [record.uuid, credit.total]);

describe('a termination refunds', () => {
  const lines = [setup, plan, usage, added];

  it('the unused part of the units that were not refunded before', () => {
    const { record } = line('plan', 1000, { ...computed('1/1'), quantity: 3, quantity_remaining: 2 });
    const refunded = { ...record, unit_amount_in_cents: -1000, quantity: 1 };
    const rest = refundableLine({ ...record, credited_share: '1/3' }, [refunded]);
    // A third of 2 x 10.00.
    expect(totals(terminationLines([rest], { proration: fraction(1, 3) }, 2000, 0))).toEqual([['plan', 667]]);
  });

  it('every line in full', () => {
    expect(totals(terminationLines(lines, { proration: null }, 4600, 0))).toEqual([
      ['setup', 500],
      ['plan', 3000],
      ['calls', 700],
      ['seats', 400],
    ]);
  });

  test.each([
    // A third is left: half of a line that was charged for two thirds.
    [
      'a third',
      fraction(1, 3),
      [
        ['plan', 1000],
        ['seats', 200],
      ],
    ],
    [
      'all of it',
      fraction(1),
      [
        ['plan', 3000],
        ['seats', 400],
      ],
    ],
    [
      'more than an interval, after a postponement',
      fraction(3, 2),
      [
        ['plan', 3000],
        ['seats', 400],
      ],
    ],
    ['a moment', fraction(1, 2_592_000), []],
  ])('the products whose period runs, where %s is left', (_, proration, expected) => {
    expect(totals(terminationLines(lines, { proration }, 4600, DAY))).toEqual(expected);
  });

  it('a line without a stored computation as one of a whole interval', () => {
    expect(totals(terminationLines([line('plan', 3000, MONTH)], { proration: fraction(1, 3) }, 3000, DAY))).toEqual([
      ['plan', 1000],
    ]);
  });

  it('the share of a postponed period, also after the day on which it would have ended', () => {
    expect(totals(terminationLines([setup, plan, usage], { proration: fraction(1, 3) }, 4200, 40 * DAY))).toEqual([
      ['plan', 1000],
    ]);
  });

  it('no more than what is left of the invoice', () => {
    const refunds = terminationLines(lines, { proration: null }, 2300, 0);
    expect(refunds.reduce((sum, { credit }) => sum + credit.total, 0)).toBe(2300);
    expect(terminationLines(lines, { proration: null }, 0, 0)).toEqual([]);
  });
});
