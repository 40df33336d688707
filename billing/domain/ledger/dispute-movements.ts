import type { Ids } from '../../values/ids.ts';
import type { Seconds } from '../../values/time.ts';
import type { DisputeRecord } from '../disputes/dispute.ts';
import type { GatewayFee } from '../payments/gateway-result.ts';
import type { LedgerEntry, Movement } from './movement.ts';
import { movement } from './movements.ts';

/**
 * Returns the postings of a change of a dispute: the withdrawn amount is in `disputed` until the dispute is decided,
 * and then returns to cash. If it is lost, the chargeback takes it from there.
 */
export const disputeMovements = (
  world: { readonly ids: Ids },
  before: DisputeRecord | undefined,
  after: DisputeRecord,
  at: Seconds,
): Movement[] => {
  const post = (kind: string, currency: string, account: LedgerEntry['account'], amount: number): Movement[] =>
    amount === 0
      ? []
      : [
          movement(world, { at, account_id: after.account_id, currency, kind, subject: after.id }, [
            { account, amount },
            { account: 'cash', amount: -amount },
          ]),
        ];
  const withdrawn = after.withdrawn_in_cents - (before?.withdrawn_in_cents ?? 0);
  const [had, has] = [feeOf(before), feeOf(after)];
  const isSame = had.currency === has.currency;
  const regained = before?.state === 'lost' && after.state === 'won' ? after.amount_in_cents : 0;
  return [
    ...post(withdrawn > 0 ? 'dispute.withdrawn' : 'dispute.released', after.currency, 'disputed', withdrawn),
    ...(isSame ? [] : post('dispute.fee', had.currency, 'fees', -had.amount)),
    ...post('dispute.fee', has.currency, 'fees', has.amount - (isSame ? had.amount : 0)),
    // The credit invoice of the chargeback stays.
    ...post('dispute.regained', after.currency, 'write_off', -regained),
  ];
};

const feeOf = (dispute: DisputeRecord | undefined) => ({
  amount: dispute?.fee_currency ? dispute.fee_in_cents : 0,
  currency: dispute?.fee_currency ?? '',
});

/**
 * Returns the posting of the fee for accepting the dispute of a payment that was reversed, so that no account and no
 * invoice has it.
 *
 * @param subject the id of the payment intent
 */
export const reversalFee = (
  world: { readonly ids: Ids },
  subject: string,
  { amount_in_cents: amount, currency }: GatewayFee,
  at: Seconds,
): Movement =>
  movement(world, { at, account_id: null, currency, kind: 'dispute.fee', subject }, [
    { account: 'fees', amount },
    { account: 'cash', amount: -amount },
  ]);

/** Returns the posting of a part of a lost dispute that no invoice can be credited with: it was refunded before. */
export const disputeLost = (
  world: { readonly ids: Ids },
  { account_id, currency, id }: DisputeRecord,
  amount: number,
  at: Seconds,
): Movement =>
  movement(world, { at, account_id, currency, kind: 'dispute.lost', subject: id }, [
    { account: 'write_off', amount },
    { account: 'cash', amount: -amount },
  ]);
