import type { ShownInvoice } from '../../invoices/record.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../time.ts';
import type { CreditedInvoice } from './draft-order.ts';

/**
 * Notes on a charge invoice and its lines what was credited of them, so that it is not refunded or credited again.
 * Returns the invoice as it was.
 */
export const recordCredited = async (
  { invoices, adjustments }: Pick<Records, 'invoices' | 'adjustments'>,
  { invoice_id, amount_in_cents, lines }: CreditedInvoice,
  at: Seconds,
): Promise<ShownInvoice> => {
  const charge = await invoices.find(invoice_id);
  if (!charge) throw new Error(`The credited invoice ${invoice_id} is gone`);
  const refundable_total_in_cents = Math.max(0, charge.refundable_total_in_cents - amount_in_cents);
  await invoices.save({ ...charge, refundable_total_in_cents, updated_at: at });
  for (const after of lines) {
    const line = await adjustments.find(after.uuid);
    if (line) await adjustments.save({ ...line, ...after, updated_at: at });
  }
  return charge;
};
