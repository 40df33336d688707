import { type Money, moneyOf, subtract } from '../money/money.ts';
import type { Seconds } from '../time.ts';

/** Credit that an account holds: an open credit invoice, or a gift card's. */
export interface HeldCredit {
  readonly id: string;
  /** Remaining balance; above 0. */
  readonly balance: Money;
  readonly createdAt: Seconds;
}

export interface CreditUse {
  /** A payment for each credit that was used, in the order of use. */
  readonly payments: readonly { readonly id: string; readonly amount: Money }[];
  /** Amount that remains to be paid. */
  readonly due: Money;
}

/**
 * Pays as much as it can from credit in the same currency: the oldest first, equally old ones by id, and the gift card
 * named in the request after all others.
 */
export const payFromCredit = (due: Money, credits: readonly HeldCredit[], giftCard?: HeldCredit): CreditUse => {
  const oldestFirst = [...credits].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  const payments: { id: string; amount: Money }[] = [];
  let left = due;
  for (const { id, balance } of giftCard ? [...oldestFirst, giftCard] : oldestFirst) {
    if (balance.currency !== due.currency) continue;
    const amount = moneyOf(Math.min(balance.cents, left.cents), due.currency);
    if (amount.cents <= 0) continue;
    payments.push({ id, amount });
    left = subtract(left, amount);
  }
  return { payments, due: left };
};
