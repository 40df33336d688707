import type { Cents } from '../money/cents.ts';
import type { Seconds } from '../time.ts';

/** Credit that an account holds, an open credit invoice or a gift card's, in the currency of what it pays. */
export interface HeldCredit {
  readonly id: string;
  /** Remaining balance; above 0. */
  readonly balance: Cents;
  readonly createdAt: Seconds;
}

export interface CreditUse {
  /** A payment for each credit that was used, in the order of use. */
  readonly payments: readonly { readonly id: string; readonly amount: Cents }[];
  /** Amount that remains to be paid. */
  readonly due: Cents;
}

/**
 * Pays as much of an amount as it can from credit: the oldest first, equally old ones by id, and the gift card named in
 * the request after all others.
 */
export const payFromCredit = (due: Cents, credits: readonly HeldCredit[], giftCard?: HeldCredit): CreditUse => {
  const oldestFirst = [...credits].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  const payments: { id: string; amount: Cents }[] = [];
  let left = due;
  for (const { id, balance } of giftCard ? [...oldestFirst, giftCard] : oldestFirst) {
    const amount = Math.min(balance, left);
    if (amount <= 0) continue;
    payments.push({ id, amount });
    left -= amount;
  }
  return { payments, due: left };
};
