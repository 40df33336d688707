import { INVOICE_SERIES, invoiceNumber } from '../../domain/invoices/numbering.ts';
import { siteQuery } from '../lists/site-query.ts';

/** Returns the number that the next invoice of a site gets. */
export const findNextInvoiceNumber = siteQuery(
  async (records): Promise<number> => invoiceNumber(await records.upcoming(INVOICE_SERIES)),
);
