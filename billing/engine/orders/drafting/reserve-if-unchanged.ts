import type { Reservation } from '../../../domain/payments/intent.ts';
import type { RevisedSubscription } from '../../../domain/subscriptions/record.ts';
import type { IdentifiedAccount } from '../../../ports/accounts.ts';
import type { Records } from '../../../ports/storage.ts';
import { Failure } from '../../../values/failure.ts';
import { payerAfter } from '../../recording/accounts/payer-after.ts';
import { refuseOtherUsage } from '../../recording/usage/bill-usage.ts';
import { type OrderDraft, payerOf } from './draft-order.ts';
import type { Order } from './order.ts';

/**
 * Reserves the coupons and the gift card that an order redeems. Throws `simultaneous_request` when an account, money
 * of it, a subscription or its usage has changed since the order was read.
 */
export const reserveIfUnchanged = async (
  records: Records,
  draft: OrderDraft,
  { movements, subscriptions }: Pick<Order, 'movements' | 'subscriptions'>,
): Promise<Reservation | null> => {
  const { reservation, at } = draft;
  await refuseOtherAccount(records, draft);
  await refuseOpenIntents(records, draft);
  for (const [account, count] of movements) {
    if ((await records.ledger.count(account)) !== count) throw new Failure('simultaneous_request');
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
  read: RevisedSubscription,
): Promise<void> => {
  if (!(await subscriptions.isUnchanged(read))) throw new Failure('simultaneous_request');
};

/** Throws `simultaneous_request` when the order is no longer for the same account, or paid by the same one. */
export const refuseOtherAccount = async (records: Pick<Records, 'accounts'>, draft: OrderDraft): Promise<void> => {
  if (!(await hasSameAccounts(records, draft))) throw new Failure('simultaneous_request');
};

/** Whether the account was not created, removed or replaced since the order was read, and the same one pays for it. */
export const hasSameAccounts = async (records: Pick<Records, 'accounts'>, draft: OrderDraft): Promise<boolean> => {
  const stored = await records.accounts.identify(draft.account_code);
  if (stored?.account_id !== (draft.existing ? draft.account_id : undefined)) return false;
  return (await payerIdFor(records, draft, stored)) === payerOf(draft).id;
};

/** Returns the id of the account that pays once an order has written the account that it is for. */
const payerIdFor = async (
  records: Pick<Records, 'accounts'>,
  { account, account_id, account_code }: OrderDraft,
  stored: IdentifiedAccount | undefined,
): Promise<string> => {
  if (account?.bill_to === undefined && account?.parent_account_code === undefined)
    return stored?.payer_id ?? account_id;
  const existing = stored && (await records.accounts.find(account_code));
  return (await payerAfter(records, existing, account))?.id ?? account_id;
};

/**
 * Throws `simultaneous_request` while money moves of an account whose earlier invoices an order credits, other than the
 * one that pays.
 */
export const refuseOpenIntents = async (
  { intents }: Pick<Records, 'intents'>,
  { creditedAccounts = [] }: OrderDraft,
): Promise<void> => {
  for (const account of creditedAccounts) {
    if (await intents.of(account)) throw new Failure('simultaneous_request');
  }
};
