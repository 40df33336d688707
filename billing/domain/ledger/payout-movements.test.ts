import { expect, it } from 'vitest';
import type { PayoutLineRecord, PayoutRecord } from '../payouts/payout.ts';
import { differenceAccepted, payoutMovements } from './payout-movements.ts';

const world = { ids: { uuid: () => 'movement', secret: () => '' } };
const payout: PayoutRecord = {
  ...{
    id: 'p',
    gateway_code: 'main',
    reference: 'po_1',
    currency: 'USD',
    amount_in_cents: 0,
    arrived_on: '2026-11-02',
  },
  ...{ booked_at: 5, recorded_at: 9, recorded_by: 'worker' },
};
const aLine = (changes: Partial<PayoutLineRecord> & { readonly returns?: boolean }) => ({
  ...({ payout_id: 'p', gateway_code: 'main', position: 1, line: 'txn_1', kind: 'charge', reference: 'pi_1' } as const),
  ...{ payment: 'pi_1', made_at: 0, gross_in_cents: 1000, fee_in_cents: 59, net_in_cents: 941 },
  ...{ charged_in_cents: 1000, charged_currency: 'USD', posted_fee_in_cents: 59, returns: false },
  ...changes,
});
const posted = (amount_in_cents: number, ...lines: ReturnType<typeof aLine>[]): string[] =>
  payoutMovements(world, { ...payout, amount_in_cents }, lines).map(
    ({ kind, currency, entries }) =>
      `${kind} ${currency} ${entries.map(({ account, amount }) => `${account} ${amount}`).join(', ')}`,
  );

it('a payout moves its amount from cash to the bank, and its fees from cash', () => {
  const monthly = aLine({ kind: 'fee', gross_in_cents: -200, charged_in_cents: -200, posted_fee_in_cents: 0 });
  const chargeback = aLine({
    kind: 'chargeback',
    gross_in_cents: -500,
    charged_in_cents: -500,
    posted_fee_in_cents: 0,
  });
  expect(posted(241, aLine({}), monthly, chargeback)).toEqual([
    'payout.arrived USD bank 241, cash -241',
    'payout.fees USD fees 259, cash -259',
  ]);
  expect(posted(0)).toEqual([]);
});

it('a payout that came back leaves the bank again', () => {
  const back = aLine({ kind: 'payout', posted_fee_in_cents: 0, returns: true });
  expect(posted(1000, back)).toEqual([
    'payout.arrived USD bank 1000, cash -1000',
    'payout.returned USD bank -1000, cash 1000',
  ]);
});

it('what the gateway has converted leaves the cash of its own currency', () => {
  const converted = aLine({ charged_in_cents: 900, charged_currency: 'EUR' });
  expect(posted(941, converted)).toEqual([
    'payout.arrived USD bank 941, cash -941',
    'payout.fees USD fees 59, cash -59',
    'payout.converted EUR conversions 900, cash -900',
    'payout.converted USD conversions -1000, cash 1000',
  ]);
});

it('an accepted difference is what the ledger lacks of cash', () => {
  const acceptance = {
    ...{ id: 'a', gateway_code: 'main', item: 'txn_1', currency: 'USD', amount_in_cents: 40 },
    ...{ reason: 'Reserve', accepted_at: 9, accepted_by: 'worker' },
  };
  expect(differenceAccepted(world, acceptance, 9).entries).toEqual([
    { account: 'cash', amount: 40 },
    { account: 'payout_differences', amount: -40 },
  ]);
});
