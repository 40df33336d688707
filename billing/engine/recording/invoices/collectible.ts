import { invoiceName } from '../../../domain/invoices/invoice-name.ts';
import type { MovedInvoice } from '../../../domain/invoices/moved.ts';
import type { InvoiceRecord, ShownInvoice } from '../../../domain/invoices/record.ts';
import type { Records } from '../../../ports/storage.ts';
import { Failure } from '../../../values/failure.ts';
import type { Seconds } from '../../../values/time.ts';

/** Whether an invoice can be collected with the billing info of its account. */
export const isCollectible = ({ type, state, collection_method }: InvoiceRecord): boolean =>
  isOpenCharge({ type, state }) && collection_method === 'automatic';

/** Whether a charge invoice is still to be paid, and no payment is under way. */
export const isOpenCharge = ({ type, state }: Pick<InvoiceRecord, 'type' | 'state'>): boolean =>
  type === 'charge' && (state === 'pending' || state === 'past_due');

/**
 * Returns the invoice if it can be collected. `attempt`: only while that attempt is due. Throws
 * `unable_to_collect`, and `simultaneous_request` when another process has made the attempt.
 */
export const needCollectible = async (
  { invoices }: Pick<Records, 'invoices'>,
  uuid: string,
  attempt?: Seconds | null,
): Promise<ShownInvoice> => {
  const found = await invoices.find(uuid);
  if (attempt !== undefined && found?.attempt_next_collection_at !== attempt) throw new Failure('simultaneous_request');
  if (!found || !isCollectible(found)) {
    throw new Failure('unable_to_collect', { value: found ? invoiceName(found) : uuid });
  }
  return found;
};

/** Sets the recovery reason of an invoice that was past due and is now paid. */
export const recovered = <I extends ShownInvoice>(
  moved: MovedInvoice<I>,
  before: ShownInvoice,
  reason: string,
): MovedInvoice<I> =>
  before.state === 'past_due' && moved.invoice.state === 'paid'
    ? { ...moved, invoice: { ...moved.invoice, recovery_reason: reason } }
    : moved;
