import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure } from '../../values/failure.ts';
import { needInvoice } from './need-invoice.ts';

/** Returns a charge invoice in one of these states. Throws `not_found`, or `invoice_not_pending` for any other. */
export const needChargeInvoice = async (
  records: Pick<Records, 'invoices'>,
  named: string,
  states: readonly string[],
): Promise<ShownInvoice> => {
  const found = await needInvoice(records, named);
  if (found.type !== 'charge' || !states.includes(found.state)) {
    throw new Failure('invoice_not_pending', { value: invoiceName(found) });
  }
  return found;
};
