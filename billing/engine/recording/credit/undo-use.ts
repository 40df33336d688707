import { restored } from '../../../domain/invoices/balance.ts';
import { type CreditPaymentRecord, creditPayment, isUse } from '../../../domain/invoices/credit-payment.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import { creditUsed } from '../../../domain/ledger/movements.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { Seconds } from '../../../values/time.ts';
import { bookCredit, saveCredit } from './use-credit.ts';

/** The transaction in which money moves, at its moment. */
export interface CreditContext {
  readonly records: Records;
  readonly world: Pick<World, 'ids'>;
  /** Time at which the money moves. */
  readonly at: Seconds;
}

/**
 * Undoes a payment from credit, as far as `undone` says once it is voided, in cents: the credit invoice has that amount
 * again, and the rest is paid anew. Returns the amount. The caller updates the balance of the charge.
 */
export const undoUse = async (
  settling: CreditContext,
  use: CreditPaymentRecord,
  undone: () => Promise<number>,
): Promise<number> => {
  const { records } = settling;
  const { action, original_invoice_id: from, applied_to_invoice_id: to, amount_in_cents } = use;
  await voidCreditPayment(settling, use);
  const amount = await undone();
  if (amount_in_cents > amount) await moveCredit(settling, use, { action, from, to, amount: amount_in_cents - amount });
  const source = await records.invoices.find(from);
  if (source && amount > 0) await saveCredit(records, source, restored(source, amount, settling.at));
  return amount;
};

/**
 * Undoes credit payments of a charge, newest first, up to an amount: a payment with money has arrived for it. Returns
 * the cents that became credit again.
 */
export const releaseCredit = async (
  settling: CreditContext,
  { uuid }: Pick<InvoiceRecord, 'uuid'>,
  most: number,
): Promise<number> => {
  const uses = (await settling.records.creditPayments.ofInvoice(uuid)).filter(
    (one) => isUse(one) && one.applied_to_invoice_id === uuid,
  );
  let rest = most;
  for (const use of uses.reverse()) {
    if (rest > 0) rest -= await undoUse(settling, use, async () => Math.min(rest, use.amount_in_cents));
  }
  return most - rest;
};

/** Records that credit moves on the account of `about`. The balances of the invoices are the caller's to change. */
export const moveCredit = (
  { records, world, at }: CreditContext,
  { account_id, currency }: Pick<InvoiceRecord, 'account_id' | 'currency'>,
  move: Parameters<typeof creditPayment>[1],
): Promise<void> =>
  bookCredit(records, world, creditPayment({ uuid: world.ids.uuid, at, account_id, currency }, move), at);

/** Records that a payment of credit is void. */
export const voidCreditPayment = async (
  { records, world, at }: CreditContext,
  payment: CreditPaymentRecord,
): Promise<void> => {
  const credit_payment = { ...payment, voided_at: at, updated_at: at };
  await records.creditPayments.save(credit_payment);
  records.events.say({ type: 'voided_credit_payment', credit_payment });
  await records.ledger.append(creditUsed(world, payment, at, 'undone'));
};
