import { unitsLeft } from '../../../domain/adjustments/counted-units.ts';
import { credited } from '../../../domain/invoices/balance.ts';
import type { CreditedInvoice } from '../../../domain/invoices/credited-invoice.ts';
import type { ShownInvoice } from '../../../domain/invoices/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { Failure } from '../../../values/failure.ts';
import type { Seconds } from '../../../values/time.ts';
import { saveCharge } from '../events/save-charge.ts';
import { returnUsage } from '../usage/return-usage.ts';
import { recovered } from './collectible.ts';

/**
 * Records on a charge invoice and its lines what was credited, so that it is not refunded or credited again, pays its
 * balance with the credit, and restores usage whose units were refunded. Returns the invoice as it was before. Throws
 * `simultaneous_request` when less of it is left than the credit was made for.
 */
export const recordCredited = async (
  records: Pick<Records, 'invoices' | 'adjustments' | 'usages' | 'next' | 'events'>,
  world: Pick<World, 'ids'>,
  { invoice_id, amount_in_cents, paid_in_cents = 0, lines }: CreditedInvoice,
  at: Seconds,
): Promise<ShownInvoice> => {
  const { invoices, adjustments } = records;
  const charge = await invoices.find(invoice_id);
  if (!charge) throw new Error(`The credited invoice ${invoice_id} is gone`);
  const left = charge.total_in_cents - charge.credited_in_cents;
  if (amount_in_cents > left || paid_in_cents > charge.balance_in_cents) throw new Failure('simultaneous_request');
  await saveCharge(
    records,
    charge,
    recovered(credited(charge, amount_in_cents, paid_in_cents, at), charge, 'credit_applied'),
  );
  for (const after of lines) {
    const line = await adjustments.find(after.uuid);
    if (!line) continue;
    await adjustments.save({ ...line, ...after, updated_at: at });
    await returnUsage(records, world, line, unitsLeft({ ...line, ...after }), at);
  }
  return charge;
};
