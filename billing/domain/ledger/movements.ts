import type { Ids } from '../../values/ids.ts';
import type { Seconds } from '../../values/time.ts';
import type { GiftCardRow } from '../gift-cards/record.ts';
import type { CreditPaymentRecord } from '../invoices/credit-payment.ts';
import type { InvoiceRecord } from '../invoices/record.ts';
import type { LedgerEntry, Movement } from './movement.ts';

interface HasIds {
  readonly ids: Ids;
}

/*
 * The postings of each event. A customer's `receivable` is the sum of their open charge invoices; their `credit` is the
 * sum of their open credit invoices, with the other sign. Balances can be recomputed from the movements alone.
 */

type About = Pick<Movement, 'at' | 'account_id' | 'currency' | 'kind' | 'subject'>;

export const movement = ({ ids }: HasIds, about: About, entries: readonly LedgerEntry[]): Movement => ({
  id: ids.uuid(),
  ...about,
  entries: entries.filter(({ amount }) => amount !== 0),
});

const about = (invoice: InvoiceRecord, at: Seconds, kind: string, subject = invoice.uuid): About => ({
  at,
  account_id: invoice.account_id,
  currency: invoice.currency,
  kind,
  subject,
});

/**
 * The counter account of an invoice that is posted to another account than revenue. `external_credit` was paid for an
 * invoice that no longer needed the payment; what is carried forward was sold in another system.
 */
const COUNTERS: Partial<Record<InvoiceRecord['origin'], LedgerEntry['account']>> = {
  write_off: 'write_off',
  external_credit: 'receivable',
  carryforward: 'opening_balance',
};

/** The account with the value of a gift card: the liability, or breakage once that was earned. */
const accountOf = ({ breakage_at }: Pick<GiftCardRow, 'breakage_at'>): LedgerEntry['account'] =>
  breakage_at === null ? 'gift_cards' : 'breakage';

/**
 * Returns the postings of a new invoice: the customer owes a charge, and is owed a credit.
 *
 * @param card the gift card whose value a credit invoice gives
 */
export const posted = (
  world: HasIds,
  invoice: InvoiceRecord,
  card?: Pick<GiftCardRow, 'breakage_at'> | undefined,
): Movement => {
  const { type, origin, total_in_cents, tax_in_cents, subtotal_in_cents } = invoice;
  const ofCard = card ? accountOf(card) : 'gift_cards';
  const counter = invoice.gift_card_id === null ? (COUNTERS[origin] ?? 'revenue') : ofCard;
  return movement(world, about(invoice, invoice.created_at, 'invoice.posted'), [
    { account: type === 'charge' ? 'receivable' : 'credit', amount: total_in_cents },
    { account: counter, amount: -subtotal_in_cents },
    { account: 'tax', amount: -tax_in_cents },
  ]);
};

/** Returns the postings of a payment of a charge invoice. */
export const moneyReceived = (
  world: HasIds,
  invoice: InvoiceRecord,
  transaction: { readonly uuid: string; readonly amount_in_cents: number },
  at: Seconds,
): Movement =>
  movement(world, about(invoice, at, 'payment.received', transaction.uuid), [
    { account: 'cash', amount: transaction.amount_in_cents },
    { account: 'receivable', amount: -transaction.amount_in_cents },
  ]);

/** Returns the postings of an invoice that the merchant marked as paid without recording a payment. */
export const markedAsPaid = (world: HasIds, invoice: InvoiceRecord, at: Seconds): Movement =>
  movement(world, about(invoice, at, 'invoice.marked_successful'), [
    { account: 'cash', amount: invoice.balance_in_cents },
    { account: 'receivable', amount: -invoice.balance_in_cents },
  ]);

/** Returns the postings of a refund that is paid out of a credit invoice. */
export const moneyReturned = (
  world: HasIds,
  credit: InvoiceRecord,
  transaction: { readonly uuid: string; readonly amount_in_cents: number },
  at: Seconds,
): Movement =>
  movement(world, about(credit, at, 'credit.paid_out', transaction.uuid), [
    { account: 'credit', amount: transaction.amount_in_cents },
    { account: 'cash', amount: -transaction.amount_in_cents },
  ]);

/**
 * Returns the postings of a payment that was voided before it settled: its charge invoice is owed again, until credit
 * pays it.
 */
export const paymentVoided = (
  world: HasIds,
  invoice: InvoiceRecord,
  transaction: { readonly uuid: string; readonly amount_in_cents: number },
  at: Seconds,
): Movement =>
  movement(world, about(invoice, at, 'payment.voided', transaction.uuid), [
    { account: 'receivable', amount: transaction.amount_in_cents },
    { account: 'cash', amount: -transaction.amount_in_cents },
  ]);

/** Returns the postings of a bank refund, paid out of a credit invoice, that failed. */
export const moneyCameBack = (
  world: HasIds,
  credit: InvoiceRecord,
  transaction: { readonly uuid: string; readonly amount_in_cents: number },
  at: Seconds,
): Movement =>
  movement(world, about(credit, at, 'refund.failed', transaction.uuid), [
    { account: 'cash', amount: transaction.amount_in_cents },
    { account: 'credit', amount: -transaction.amount_in_cents },
  ]);

/** Returns the postings of a chargeback without a refundable remainder: the money is lost. */
export const moneyLost = (
  world: HasIds,
  charge: InvoiceRecord,
  transaction: { readonly uuid: string; readonly amount_in_cents: number },
  at: Seconds,
): Movement =>
  movement(world, about(charge, at, 'payment.charged_back', transaction.uuid), [
    { account: 'write_off', amount: transaction.amount_in_cents },
    { account: 'cash', amount: -transaction.amount_in_cents },
  ]);

/** Returns the postings of a gift card whose price was refunded or will not be paid: the liability of the sale ends. */
export const giftCardCanceled = (
  world: HasIds,
  credit: InvoiceRecord,
  card: Pick<GiftCardRow, 'unit_amount_in_cents' | 'breakage_at'>,
  at: Seconds,
): Movement =>
  movement(world, about(credit, at, 'gift_card.canceled'), [
    { account: accountOf(card), amount: card.unit_amount_in_cents },
    { account: COUNTERS[credit.origin] ?? 'revenue', amount: -card.unit_amount_in_cents },
  ]);

/** Returns the postings of the value of a gift card that is earned, as it will hardly be redeemed any more. */
export const giftCardBroken = (
  world: HasIds,
  {
    key,
    gifter_account_id,
    currency,
    unit_amount_in_cents: value,
  }: Pick<GiftCardRow, 'key' | 'gifter_account_id' | 'currency' | 'unit_amount_in_cents'>,
  at: Seconds,
): Movement =>
  movement(world, { at, account_id: gifter_account_id, currency, kind: 'gift_card.breakage', subject: key }, [
    { account: 'gift_cards', amount: value },
    { account: 'breakage', amount: -value },
  ]);

/** Returns the postings of a payment of a charge invoice from credit; `undone` if it is reversed. */
export const creditUsed = (
  world: HasIds,
  payment: CreditPaymentRecord,
  at: Seconds,
  undone: 'undone' | undefined = undefined,
): Movement => {
  const amount = undone ? -payment.amount_in_cents : payment.amount_in_cents;
  const { account_id, currency, uuid } = payment;
  return movement(
    world,
    { at, account_id, currency, kind: undone ? 'credit.restored' : 'credit.used', subject: uuid },
    [
      { account: 'credit', amount },
      { account: payment.action === 'reduction' ? 'write_off' : 'receivable', amount: -amount },
    ],
  );
};
