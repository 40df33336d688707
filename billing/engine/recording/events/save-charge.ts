import { chargeMoved } from '../../../domain/events/invoice-events.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import type { Records } from '../../../ports/storage.ts';

/** Writes a charge invoice after a transition, and says its events. */
export const saveCharge = async (
  { invoices, events }: Pick<Records, 'invoices' | 'events'>,
  before: InvoiceRecord,
  after: InvoiceRecord,
): Promise<void> => {
  await invoices.save(after);
  events.say(...chargeMoved(before, after));
};
