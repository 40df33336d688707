import { siteQuery } from '../site-query.ts';

/** Returns the numbers of the oldest 20 charge invoices that a credit invoice credits, with their prefixes. */
export const findCreditedNumbers = siteQuery(async ({ invoices }, creditInvoiceId: string): Promise<string[]> => {
  const oldest = { sort: 'created_at', order: 'asc', limit: 20 } as const;
  const { records } = await invoices.list({ ...oldest, filter: { originals_of: creditInvoiceId } });
  return records.map((one) => `${one.invoice_number_prefix}${one.invoice_number}`);
});
