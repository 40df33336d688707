import type { ShownInvoice } from '../../invoices/record.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Seconds } from '../../time.ts';
import { returnUsage } from '../subscriptions/return-usage.ts';
import type { CreditedInvoice } from './draft-order.ts';

/**
 * Records on a charge invoice and its lines what was credited, so that it is not refunded or credited again, and
 * restores usage whose units were refunded. Returns the invoice as it was before.
 */
export const recordCredited = async (
  records: Pick<Records, 'invoices' | 'adjustments' | 'usages' | 'next'>,
  world: Pick<World, 'ids'>,
  { invoice_id, amount_in_cents, lines }: CreditedInvoice,
  at: Seconds,
): Promise<ShownInvoice> => {
  const { invoices, adjustments } = records;
  const charge = await invoices.find(invoice_id);
  if (!charge) throw new Error(`The credited invoice ${invoice_id} is gone`);
  const refundable_total_in_cents = Math.max(0, charge.refundable_total_in_cents - amount_in_cents);
  await invoices.save({ ...charge, refundable_total_in_cents, updated_at: at });
  for (const after of lines) {
    const line = await adjustments.find(after.uuid);
    if (!line) continue;
    await adjustments.save({ ...line, ...after, updated_at: at });
    await returnUsage(records, world, line, line.quantity_remaining - after.quantity_remaining, at);
  }
  return charge;
};
