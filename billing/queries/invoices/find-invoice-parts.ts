import type { InvoiceParts } from '../../domain/invoices/invoice-parts.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import type { QueryDeps } from '../site-query.ts';
import { needInvoice } from './need-invoice.ts';
import { eachParts, partsOf, type Reading } from './read-invoice-parts.ts';

/** Returns an invoice with all that is shown inside it. Throws `not_found`. */
export const findInvoiceParts =
  ({ storage }: QueryDeps) =>
  async (reading: Reading, named: string): Promise<InvoiceParts> => {
    const records = storage.of(reading.caller.site.id);
    const [parts] = await partsOf(records, [await needInvoice(records, named)], reading);
    return parts!;
  };

/** Reads what is shown inside listed invoices, no faster than it is taken. */
export const eachInvoiceParts =
  ({ storage }: QueryDeps) =>
  (reading: Reading, listed: readonly ShownInvoice[]): AsyncIterable<InvoiceParts> =>
    eachParts(storage.of(reading.caller.site.id), listed, reading);
