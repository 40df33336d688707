import type { CreditPaymentRecord } from '../../invoices/credit-payment.ts';
import type { ShownInvoice } from '../../invoices/record.ts';
import { writeOff } from '../../invoices/write-off.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Seconds } from '../../time.ts';
import { cancelUnpaidCard } from '../gift-cards/cancel-unpaid-card.ts';
import { addInvoice } from '../orders/add-invoice.ts';
import { bookCredit, restoreCredit } from './use-credit.ts';

/** States in which a charge invoice can be failed. */
export const CAN_FAIL: readonly string[] = ['pending', 'processing', 'past_due'];

/**
 * Fails a charge invoice: restores the credit that paid for it, and closes the balance with a credit invoice. The part
 * that was paid with money does not become credit. Returns the uuid of the credit invoice. Must run in a transaction
 * that is serialized with other payments of the account.
 */
export const failInvoice = async (
  records: Records,
  world: Pick<World, 'ids'>,
  charge: ShownInvoice,
  at: Seconds,
): Promise<string> => {
  const owed = charge.balance_in_cents + (await restoreCredit(records, world, charge, at));
  const lines = await records.adjustments.onInvoice(charge.uuid);
  const { credit, charges } = writeOff({ uuid: world.ids.uuid, at }, charge, lines);
  await records.invoices.save({
    ...charge,
    state: 'failed',
    balance_in_cents: 0,
    refundable_total_in_cents: 0,
    closed_at: at,
    attempt_next_collection_at: null,
    dunning_due_at: null,
    updated_at: at,
  });
  const given = await addInvoice(records, world, credit);
  await cancelUnpaidCard(records, world, charge, given, at);
  for (const [n, line] of lines.entries()) await records.adjustments.save({ ...line, ...charges[n], updated_at: at });

  const move = (action: CreditPaymentRecord['action'], amount_in_cents: number): CreditPaymentRecord => ({
    uuid: world.ids.uuid(),
    account_id: charge.account_id,
    original_invoice_id: given.uuid,
    applied_to_invoice_id: action === 'write_off' ? charge.uuid : null,
    original_credit_payment_uuid: null,
    refund_transaction_uuid: null,
    action,
    currency: charge.currency,
    amount_in_cents,
    created_at: at,
    updated_at: at,
    voided_at: null,
  });
  const rest = charge.total_in_cents - owed;
  if (owed > 0) await bookCredit(records, world, move('write_off', owed), at);
  if (rest > 0) await bookCredit(records, world, move('reduction', rest), at);
  return given.uuid;
};
