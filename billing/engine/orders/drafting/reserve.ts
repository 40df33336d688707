import type { Reservation } from '../../../domain/payments/intent.ts';
import type { RevisedSubscription } from '../../../domain/subscriptions/record.ts';
import type { Records } from '../../../ports/storage.ts';
import { Failure } from '../../../values/failure.ts';
import { refuseOtherUsage } from '../../recording/usage/bill-usage.ts';
import type { OrderDraft } from './draft-order.ts';
import type { Order } from './order.ts';

/**
 * Returns the subject of an account's payment intents; an account that does not exist yet is identified by its code.
 */
export const subjectOf = (draft: Pick<OrderDraft, 'existing' | 'account_id' | 'account_code'>): string =>
  draft.existing ? draft.account_id : `code:${draft.account_code}`;

/**
 * Reserves the coupons and the gift card that an order redeems. Throws `simultaneous_request` when the account, money
 * of it, a subscription or its usage has changed since the order was read.
 */
export const reserve =
  (draft: OrderDraft, { account, subscriptions }: Pick<Order, 'account' | 'subscriptions'>) =>
  async (records: Records): Promise<Reservation | null> => {
    const { reservation, at } = draft;
    await refuseOtherAccount(records, draft);
    if (draft.existing && (await records.ledger.count(draft.account_id)) !== account.movements) {
      throw new Failure('simultaneous_request');
    }
    for (const item of subscriptions) {
      if (item.kind !== 'add') await refuseChanged(records, item.before);
    }
    await refuseOtherUsage(records, draft.usage ?? []);
    for (const key of reservation.coupons) if (!(await records.coupons.redeem(key))) throw usedUp(draft);
    for (const key of reservation.codes) if (!(await records.coupons.codes.redeem(key, at))) throw usedUp(draft);
    for (const key of reservation.gift_cards) {
      if (!(await records.giftCards.redeem(key, at))) throw new Failure('gift_card_already_redeemed');
    }
    return Object.values(reservation).some((reserved) => reserved.length > 0) ? reservation : null;
  };

const usedUp = ({ redemptions }: OrderDraft): Failure =>
  new Failure('coupon_not_redeemable', { value: redemptions.map(({ coupon_code }) => coupon_code).join(', ') });

/** Throws `simultaneous_request` when a subscription was written or removed since it was read. */
export const refuseChanged = async (
  { subscriptions }: Pick<Records, 'subscriptions'>,
  { uuid, revision }: RevisedSubscription,
): Promise<void> => {
  const stored = await subscriptions.find(uuid);
  if (stored?.revision !== revision) throw new Failure('simultaneous_request');
};

/** Throws `simultaneous_request` when the account was created, removed or replaced since the order was read. */
export const refuseOtherAccount = async ({ accounts }: Pick<Records, 'accounts'>, draft: OrderDraft): Promise<void> => {
  const id = await accounts.idOf(draft.account_code);
  if (id !== (draft.existing ? draft.account_id : undefined)) throw new Failure('simultaneous_request');
};
