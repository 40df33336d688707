import type { Ids } from '../../values/ids.ts';
import type { Seconds } from '../../values/time.ts';
import { isFee } from '../payouts/match-line.ts';
import type { PayoutAcceptance, PayoutLineRecord, PayoutRecord } from '../payouts/payout.ts';
import type { LedgerEntry, Movement } from './movement.ts';
import { movement } from './movements.ts';

/** The kind of the movement of a payout's amount, and of its fees. */
export const PAYOUT_ARRIVED = 'payout.arrived';
export const PAYOUT_FEES = 'payout.fees';

/**
 * Returns the postings of a payout: its amount from cash to the bank, and its fees from cash. What is left in cash is
 * at the gateway still, or was paid by hand. A payout that came back is taken from the bank again, and amounts that the
 * gateway has converted leave the cash of their own currency.
 *
 * @param lines `returns`: whether the books have the earlier payout that a line returns
 */
export const payoutMovements = (
  world: { readonly ids: Ids },
  payout: PayoutRecord,
  lines: readonly (PayoutLineRecord & { readonly returns: boolean })[],
): Movement[] => {
  const post = (
    kind: string,
    account: LedgerEntry['account'],
    amount: number,
    currency = payout.currency,
  ): Movement[] => {
    const about = { at: payout.booked_at, account_id: null, currency, kind, subject: payout.id };
    const entries = [
      { account, amount },
      { account: 'cash', amount: -amount },
    ] as const;
    return amount === 0 ? [] : [movement(world, about, entries)];
  };
  const sum = (of: (line: PayoutLineRecord & { readonly returns: boolean }) => number): number =>
    lines.reduce((total, line) => total + of(line), 0);
  const converted = lines.filter(({ charged_currency }) => charged_currency !== payout.currency);
  const charged = Map.groupBy(converted, ({ charged_currency }) => charged_currency);
  return [
    ...post(PAYOUT_ARRIVED, 'bank', payout.amount_in_cents),
    ...post(PAYOUT_FEES, 'fees', sum(feeOfLine)),
    ...post(
      'payout.returned',
      'bank',
      sum(({ returns, gross_in_cents }) => (returns ? -gross_in_cents : 0)),
    ),
    ...[...charged].flatMap(([currency, some]) =>
      post(
        'payout.converted',
        'conversions',
        some.reduce((total, { charged_in_cents }) => total + charged_in_cents, 0),
        currency,
      ),
    ),
    ...post('payout.converted', 'conversions', 0 - converted.reduce((total, line) => total + line.gross_in_cents, 0)),
  ];
};

/** Returns the fee that a payout posts for a line: a gross amount below 0 of a fee is one. */
export const feeOfLine = (line: PayoutLineRecord): number =>
  line.posted_fee_in_cents - (isFee(line) ? line.gross_in_cents : 0);

/** Returns the posting of a difference that an operator accepted: cash is what payments and payouts leave of it. */
export const differenceAccepted = (
  world: { readonly ids: Ids },
  { id, currency, amount_in_cents: amount }: PayoutAcceptance,
  at: Seconds,
): Movement =>
  movement(world, { at, account_id: null, currency, kind: 'payout.difference_accepted', subject: id }, [
    { account: 'cash', amount },
    { account: 'payout_differences', amount: -amount },
  ]);
