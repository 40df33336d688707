import { expect, it } from 'vitest';
import type { DisputeRecord } from '../disputes/dispute.ts';
import { disputeMovements } from './dispute-movements.ts';

const world = { ids: { uuid: () => 'movement', secret: () => '' } };
const open = {
  id: 'd',
  account_id: 'a',
  state: 'open',
  amount_in_cents: 4200,
  currency: 'USD',
  withdrawn_in_cents: 4200,
  fee_in_cents: 1500,
  fee_currency: 'EUR',
} as DisputeRecord;
const posted = (before: DisputeRecord | undefined, after: DisputeRecord): string[] =>
  disputeMovements(world, before, after, 1).map(
    ({ kind, currency, entries }) =>
      `${kind} ${currency} ${entries.map(({ account, amount }) => `${account} ${amount}`).join(', ')}`,
  );

it('what is withdrawn is disputed until the dispute is decided; a fee is spent at once', () => {
  expect(posted(undefined, open)).toEqual([
    'dispute.withdrawn USD disputed 4200, cash -4200',
    'dispute.fee EUR fees 1500, cash -1500',
  ]);
  expect(posted(open, { ...open, state: 'lost', withdrawn_in_cents: 0 })).toEqual([
    'dispute.released USD disputed -4200, cash 4200',
  ]);
});

it('only differences are posted: of the amount, of the fee, and of a fee in another currency', () => {
  expect(posted(open, open)).toEqual([]);
  expect(posted(open, { ...open, withdrawn_in_cents: 4000, fee_in_cents: 0 })).toEqual([
    'dispute.released USD disputed -200, cash 200',
    'dispute.fee EUR fees -1500, cash 1500',
  ]);
  expect(posted(open, { ...open, fee_in_cents: 1600, fee_currency: 'USD' })).toEqual([
    'dispute.fee EUR fees -1500, cash 1500',
    'dispute.fee USD fees 1600, cash -1600',
  ]);
});

it('a lost dispute that is won later brings the money back against the loss', () => {
  const lost = { ...open, state: 'lost', withdrawn_in_cents: 0 } as const;
  expect(posted(lost, { ...lost, state: 'won' })).toEqual(['dispute.regained USD write_off -4200, cash 4200']);
});
