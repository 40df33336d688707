import { PAYOUT_MATCHES } from '@service/billing/domain/payouts/match-line.ts';
import { RECONCILIATION_COLUMNS } from '@service/billing/queries/reports/payouts.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reconciliationLines } from './reconciliation-sums.ts';
import { ShownSums } from './report-sums.ts';

type Row = Readonly<Record<string, string | number | null>>;

const summed = (rows: readonly Row[]): ShownSums => {
  const sums = new ShownSums({ columns: RECONCILIATION_COLUMNS, name: 'reconciliation' });
  for (const row of rows) sums.add({ currency: 'EUR', booked: null, accepted: 0, gross: null, difference: 0, ...row });
  return sums;
};

const addUp = (sums: ShownSums): number =>
  reconciliationLines(sums, 'EUR')
    .filter(({ isTotal }) => !isTotal)
    .reduce((sum, { cents }) => sum + cents, 0);

test('the lines lead from the gateway to the difference, and leave out what is zero', () => {
  // 100.00 matched, a fee of 3.00, 7.00 accepted, a refund of 20.00 that the books have with 19.00.
  const sums = summed([
    { result: 'matched', gross: 100_00, booked: 100_00 },
    { result: 'fee', gross: -3_00 },
    { result: 'accepted', gross: 7_00, accepted: 7_00 },
    { result: 'amount_differs', gross: -20_00, booked: -19_00, difference: -1_00 },
  ]);
  expect(reconciliationLines(sums, 'EUR').map(({ label, cents }) => [label, cents])).toEqual([
    ['At the gateways', 84_00],
    ['Fees and returned payments', 3_00],
    ['In the books', -81_00],
    ['Accepted', -7_00],
    ['Difference', -1_00],
  ]);
  expect(addUp(sums)).toBe(-1_00);
});

test('a chargeback that the books do not have takes its fee along', () => {
  // 50.00 are withdrawn with a fee of 15.00: 65.00 are gone.
  const sums = summed([{ result: 'only_gateway', gross: -50_00, difference: -65_00 }]);
  expect(reconciliationLines(sums, 'EUR').map(({ label, cents }) => [label, cents])).toEqual([
    ['At the gateways', -50_00],
    ['Fees of chargebacks', -15_00],
    ['Difference', -65_00],
  ]);
});

test('the lines add up to the difference, whatever the rows are', () => {
  const cents = fc.integer({ min: -10_000, max: 10_000 });
  const row = fc.record({
    result: fc.constantFrom(...PAYOUT_MATCHES),
    gross: fc.option(cents),
    booked: fc.option(cents),
    accepted: cents,
    difference: cents,
  });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const sums = summed(rows);
      expect(addUp(sums)).toBe(sums.all.of('difference').get('EUR') ?? 0);
    }),
  );
});
