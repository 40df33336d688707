import { invoiceMoved } from '../../../domain/events/invoice-events.ts';
import { paid, spent } from '../../../domain/invoices/balance.ts';
import type { CreditPaymentRecord } from '../../../domain/invoices/credit-payment.ts';
import type { MovedInvoice } from '../../../domain/invoices/moved.ts';
import { payDrafts } from '../../../domain/invoices/pay-drafts.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import { creditUsed } from '../../../domain/ledger/movements.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { Failure } from '../../../values/failure.ts';
import type { Seconds } from '../../../values/time.ts';

/** Writes a credit invoice, and the gift card that its credit came from: both show the remaining balance. */
export const saveCredit = async (
  { invoices, giftCards, events }: Pick<Records, 'invoices' | 'giftCards' | 'events'>,
  before: InvoiceRecord,
  moved: MovedInvoice,
): Promise<void> => {
  const credit = moved.invoice;
  await invoices.save(credit);
  events.say(...invoiceMoved(before, moved));
  const card = credit.gift_card_id === null ? undefined : await giftCards.find(credit.gift_card_id);
  if (card) {
    await giftCards.save({ ...card, balance_in_cents: -credit.balance_in_cents, updated_at: credit.updated_at });
  }
};

/** Uses an amount of a credit invoice that the caller has read. Throws `simultaneous_request` when less is left. */
export const takeFromCredit = async (records: Records, uuid: string, amount: number, at: Seconds): Promise<void> => {
  const source = await records.invoices.find(uuid);
  if (!source || -source.balance_in_cents < amount) throw new Failure('simultaneous_request');
  await saveCredit(records, source, spent(source, amount, at));
};

/**
 * Pays a charge invoice from the credit that its account holds, as far as it suffices. Returns the invoice, not saved
 * yet.
 */
export const payFromHeldCredit = async <I extends InvoiceRecord>(
  records: Records,
  world: Pick<World, 'ids'>,
  charge: I,
  at: Seconds,
): Promise<MovedInvoice<I>> => {
  const { account_id, currency, balance_in_cents } = charge;
  const held = await records.invoices.openCredits(account_id, currency);
  const setting = { uuid: world.ids.uuid, at, account_id, currency };
  const { due, creditPayments } = payDrafts(setting, { invoice: charge, lines: [] }, held, []);
  for (const payment of creditPayments) {
    await takeFromCredit(records, payment.original_invoice_id, payment.amount_in_cents, at);
    await bookCredit(records, world, payment, at);
  }
  return paid(charge, balance_in_cents - due, at);
};

/** Writes a credit payment, and its ledger movement. */
export const bookCredit = async (
  records: Records,
  world: Pick<World, 'ids'>,
  payment: CreditPaymentRecord,
  at: Seconds,
): Promise<void> => {
  await records.creditPayments.add(payment);
  records.events.say({ type: 'new_credit_payment', credit_payment: payment });
  await records.ledger.append(creditUsed(world, payment, at));
};
