import type { OrderDraft } from './draft-order.ts';
import type { Order } from './order.ts';

/**
 * Returns the subject of the payment intents of an order: the account that pays. One that does not exist yet is
 * identified by its code.
 */
export const subjectOf = (draft: Pick<OrderDraft, 'existing' | 'account_id' | 'account_code' | 'payer'>): string =>
  draft.payer?.id ?? (draft.existing ? draft.account_id : `code:${draft.account_code}`);

/**
 * Returns the account, as `subjectOf` names it, to which all records of an order belong; undefined where it touches
 * records of others: a parent pays or is chosen, lines are for other accounts, invoices of other accounts are credited,
 * or a gift card is redeemed, which another account may have bought.
 */
export const soleAccountOf = (draft: OrderDraft, { charges }: Pick<Order, 'charges'>): string | undefined => {
  const { account_id, payer, account, reservation, creditedAccounts = [] } = draft;
  const isOfOne =
    payer === undefined &&
    account?.bill_to === undefined &&
    account?.parent_account_code === undefined &&
    creditedAccounts.length === 0 &&
    reservation.gift_cards.length === 0 &&
    charges.every(({ line }) => line.account_id === account_id);
  return isOfOne ? subjectOf(draft) : undefined;
};
