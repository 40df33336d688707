import type { AuditAction } from '../../domain/audit-log/areas.ts';
import type { AuditChanges } from '../../domain/audit-log/entry.ts';
import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import { giftCreditBegun, giftCreditUsed } from '../../domain/events/invoice-events.ts';
import { paymentAnswered } from '../../domain/events/payment-events.ts';
import type { GiftCardRow } from '../../domain/gift-cards/record.ts';
import { paid } from '../../domain/invoices/balance.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { moneyReceived } from '../../domain/ledger/movements.ts';
import type { SubscriptionRecord } from '../../domain/subscriptions/record.ts';
import { withEvidence } from '../../domain/taxes/location-evidence.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { Failure } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { saveAccount } from '../recording/accounts/account-writer.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { bookCredit, takeFromCredit } from '../recording/credit/use-credit.ts';
import { hastenRetries } from '../recording/dunning/hasten-retries.ts';
import { convertGifts } from '../recording/gift-cards/convert-gifts.ts';
import { deliverGiftCard } from '../recording/gift-cards/deliver-gift-card.ts';
import { keepPrice } from '../recording/gift-cards/gift-card-price.ts';
import { addInvoice, writeInvoice } from '../recording/invoices/add-invoice.ts';
import { recordCredited } from '../recording/invoices/record-credited.ts';
import { removedMethods } from '../recording/methods/paying-method.ts';
import { billUsage } from '../recording/usage/bill-usage.ts';
import { voidUsage } from '../recording/usage/void-usage.ts';
import { type OrderDraft, payerOf } from './drafting/draft-order.ts';
import type { Order } from './drafting/order.ts';
import { refuseOpenIntents, refuseOtherAccount, reserveIfUnchanged } from './drafting/reserve-if-unchanged.ts';

/** The payment of an order, and the payment method that it stores. */
export interface OrderPayment {
  readonly transaction?: TransactionRecord | undefined;
  /** Whether the transaction is stored already, because it was authorized or awaited. */
  readonly known?: boolean;
  /** Stores the payment method of the account. */
  readonly saveMethod?: ((records: Records, accountId: string) => Promise<BillingInfoRecord | undefined>) | undefined;
  /** The action for the audit log. */
  readonly what?: AuditAction | undefined;
  /** The changes for that entry. */
  readonly changes?: AuditChanges | null | undefined;
}

/** Ids of the records that an order created. */
export interface RecordedOrder {
  /** The account that it is for. */
  readonly account_id: string;
  readonly charge: string | undefined;
  readonly credits: readonly string[];
  readonly subscriptions: readonly string[];
  /** The number of the gift card that was sold. */
  readonly gift_card: number | null;
}

/**
 * Reserves what an order redeems and records it, in one transaction. Throws what `reserveIfUnchanged` throws, and
 * `simultaneous_request` when data that the order was priced on has changed.
 */
export const reserveAndRecordOrder = async (
  world: World,
  caller: Caller,
  records: Records,
  { draft, order }: { readonly draft: OrderDraft; readonly order: Order },
  payment: OrderPayment,
): Promise<RecordedOrder> => {
  await reserveIfUnchanged(records, draft, order);
  return writeOrder(world, caller, records, draft, payment);
};

/**
 * Records an order in one transaction with the end of its intent. Coupons and gift cards were reserved by an earlier
 * transaction. Throws `simultaneous_request` when data that the order was priced on has changed.
 */
export const recordOrder = async (
  world: World,
  caller: Caller,
  records: Records,
  draft: OrderDraft,
  payment: OrderPayment,
): Promise<RecordedOrder> => {
  await refuseOtherAccount(records, draft);
  await refuseOpenIntents(records, draft);
  return writeOrder(world, caller, records, draft, payment);
};

/**
 * Writes account, payment method, subscriptions, invoices with their numbers, payment, coupons, gift cards, credit and
 * the ledger.
 */
const writeOrder = async (
  world: World,
  caller: Caller,
  records: Records,
  draft: OrderDraft,
  { transaction, known = false, saveMethod, what = 'order.completed', changes = null }: OrderPayment,
): Promise<RecordedOrder> => {
  const { at, account_id, subscriptions, soldGiftCard } = draft;
  const payerId = payerOf(draft).id;
  await recordAccount(records, world, caller, draft);
  const method = await saveMethod?.(records, account_id);
  // A method that was added beside the primary pays what it was sent with.
  const chosen = method && !method.primary_payment_method ? method.uuid : null;
  const updated = subscriptions.updated.map(({ record }) => record);
  const billed = [...subscriptions.added, ...updated, ...(draft.charge ? [draft.charge.invoice] : [])];
  const removed = await removedMethods(records, payerId, billed);
  const redeemed = await redeemedGiftCard(records, draft);
  // The credit that it brings is there before what it pays for.
  if (redeemed) {
    records.events.say({ type: 'redeemed_gift_card', gift_card: redeemed.card }, ...giftCreditBegun(redeemed.credit));
    records.events.endPart();
  }
  // Lines of the invoices refer to them.
  await recordSubscriptions(records, world, draft, (one, added) => withMethod(one, added ? chosen : null, removed));
  if (draft.existing && subscriptions.added.length > 0) await hastenRetries(records, caller, payerId);
  for (const credited of draft.credited) await recordCredited(records, world, credited, at);

  const payment = transaction && {
    ...transaction,
    account_id: payerId,
    invoice_id: draft.charge?.invoice.uuid ?? null,
  };
  const settled = payment?.status === 'success' ? payment.amount_in_cents : 0;
  const number = soldGiftCard && (await records.next('gift_card'));
  for (const credit of draft.credits) {
    if (credit.invoice.uuid !== redeemed?.credit.uuid) await addInvoice(records, world, credit, draft.pending);
    else records.events.say(...giftCreditUsed(await writeInvoice(records, world, credit, draft.pending)));
  }
  if (draft.charge) {
    const invoice = {
      // An order that an earlier release authorized does not say it.
      ...afterPayment(
        { ...withEvidence(withMethod(draft.charge.invoice, chosen, removed), payment), credited_in_cents: 0 },
        payment,
        settled,
        at,
      ),
      ...(number ? { gift_card_id: number } : {}),
    };
    await addInvoice(records, world, { ...draft.charge, invoice }, draft.pending);
    if (payment && settled > 0) {
      await records.ledger.append(moneyReceived(world, draft.charge.invoice, payment, at));
      if (subscriptions.updated.length > 0) await convertGifts(records, draft.charge.invoice.uuid, at);
    }
  }
  if (payment) {
    await (known ? records.transactions.save(payment) : records.transactions.add(payment));
    records.events.say(...paymentAnswered(payment));
  }

  // Both invoices of a credit payment are stored by then.
  await recordCreditPayments(records, world, draft);
  await billUsage(records, draft.usage ?? [], at);
  for (const redemption of draft.redemptions) await records.redemptions.add(redemption);
  for (const redemption of draft.updatedRedemptions) await records.redemptions.save(redemption);
  if (redeemed) await recordRedeemedGiftCard(records, draft, redeemed);
  if (soldGiftCard && number) await recordSoldGiftCard(records, caller, soldGiftCard, number);
  await records.auditLog.append(auditEntry(world, caller, what, draft.account_code, changes));
  return {
    account_id,
    charge: draft.charge?.invoice.uuid,
    credits: draft.credits.map(({ invoice }) => invoice.uuid),
    subscriptions: subscriptions.added.map(({ uuid }) => uuid),
    gift_card: number,
  };
};

/** Adds and saves the subscriptions of an order, and voids the usage that it does not bill. */
const recordSubscriptions = async (
  records: Records,
  world: World,
  { subscriptions, at }: Pick<OrderDraft, 'subscriptions' | 'at'>,
  methodOf: (one: SubscriptionRecord, added: boolean) => SubscriptionRecord,
): Promise<void> => {
  for (const added of subscriptions.added) {
    const subscription = methodOf(added, true);
    await records.subscriptions.add(subscription);
    records.events.say({ type: 'new_subscription', subscription });
  }
  for (const { record: changed, events, said, voidedUsage } of subscriptions.updated) {
    const record = methodOf(changed, false);
    await records.subscriptions.save(record);
    records.events.say(...events.map((type) => ({ type, subscription: record, said })));
    await voidUsage(records, world, record, voidedUsage, at);
  }
};

/** Records the uses of credit. That of a credit invoice of the order itself is in its balance already. */
const recordCreditPayments = async (
  records: Records,
  world: World,
  { credits, creditPayments, at }: Pick<OrderDraft, 'credits' | 'creditPayments' | 'at'>,
): Promise<void> => {
  const own = new Set(credits.map(({ invoice }) => invoice.uuid));
  for (const use of creditPayments) {
    if (!own.has(use.original_invoice_id))
      await takeFromCredit(records, use.original_invoice_id, use.amount_in_cents, at);
    await bookCredit(records, world, use, at);
  }
};

/** Adds the gift card; its e-mail is queued now, at the moment its buyer named, or once its purchase is paid. */
const recordSoldGiftCard = async (records: Records, caller: Caller, card: GiftCardRow, id: number): Promise<void> => {
  const { method, deliver_at } = card.delivery;
  // A draft that an earlier release stored does not say that nothing was earned yet.
  const added = {
    ...card,
    id,
    breakage_at: null,
    delivery_due_at: method === 'email' ? (deliver_at ?? caller.at) : null,
  };
  await records.giftCards.add(added);
  records.events.say({ type: 'purchased_gift_card', gift_card: added });
  const sold = await records.giftCards.byKey(card.key);
  if (sold?.paid && !deliver_at) await records.giftCards.save(await deliverGiftCard(records, caller, sold));
};

/**
 * Returns a subscription or an invoice with its payment method, unless it names one or is paid by hand. If that method
 * was removed since the order was priced, it follows the primary, like what the removal found.
 */
const withMethod = <T extends Pick<InvoiceRecord, 'billing_info_uuid' | 'collection_method'>>(
  one: T,
  chosen: string | null,
  removed: ReadonlySet<string>,
): T => {
  if (one.billing_info_uuid) return removed.has(one.billing_info_uuid) ? { ...one, billing_info_uuid: null } : one;
  return one.collection_method === 'automatic' && chosen ? { ...one, billing_info_uuid: chosen } : one;
};

const recordAccount = async (records: Records, world: World, caller: Caller, draft: OrderDraft): Promise<void> => {
  if (draft.account) {
    const existing = draft.existing ? await records.accounts.find(draft.account_code) : undefined;
    const { account_id: id, account_code: code, account: input } = draft;
    await saveAccount(records, world, caller, { id, code, existing, input });
  }
  for (const address of draft.addresses) {
    const shipping_address = { ...address, id: await records.next('shipping_address') };
    await records.shippingAddresses.add(shipping_address);
    records.events.say({ type: 'new_shipping_address', shipping_address });
  }
};

const afterPayment = (
  invoice: InvoiceRecord,
  payment: TransactionRecord | undefined,
  settled: number,
  at: Seconds,
): InvoiceRecord => {
  if (!payment) return invoice;
  return settled === 0 ? { ...invoice, state: 'processing' } : paid(invoice, settled, at).invoice;
};

/** A gift card that an order redeems, and the credit invoice that it brings. */
interface RedeemedGiftCard {
  readonly card: GiftCardRow;
  readonly credit: InvoiceRecord;
}

const redeemedGiftCard = async (
  { giftCards }: Pick<Records, 'giftCards'>,
  { reservation, credits }: OrderDraft,
): Promise<RedeemedGiftCard | undefined> => {
  if (reservation.gift_cards.length === 0) return undefined;
  const credit = credits.find(({ invoice }) => invoice.origin === 'gift_card')?.invoice;
  const card = credit?.gift_card_id ? await giftCards.find(credit.gift_card_id) : undefined;
  if (!card || !credit) throw new Failure('simultaneous_request');
  return { card, credit };
};

const recordRedeemedGiftCard = async (
  records: Records,
  { account_id, at }: OrderDraft,
  { card, credit }: RedeemedGiftCard,
): Promise<void> => {
  await records.giftCards.save({
    ...card,
    recipient_account_id: account_id,
    redemption_invoice_id: credit.uuid,
    redeemed_at: at,
    balance_in_cents: -credit.balance_in_cents,
    updated_at: at,
  });
  await keepPrice(records, card, at);
};
