import { invoiceMoved } from '../../../domain/events/invoice-events.ts';
import type { MovedInvoice } from '../../../domain/invoices/moved.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import type { Records } from '../../../ports/storage.ts';

/** Writes a charge invoice after a transition, and says the events that the transition causes. */
export const saveCharge = async (
  { invoices, events }: Pick<Records, 'invoices' | 'events'>,
  before: InvoiceRecord,
  moved: MovedInvoice,
): Promise<void> => {
  await invoices.save(moved.invoice);
  events.say(...invoiceMoved(before, moved));
};
