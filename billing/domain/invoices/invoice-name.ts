import type { ShownInvoice } from './record.ts';

/** Returns the name of an invoice for clients: its prefix and number. */
export const invoiceName = ({
  invoice_number_prefix,
  invoice_number,
}: Pick<ShownInvoice, 'invoice_number_prefix' | 'invoice_number'>): string =>
  `${invoice_number_prefix}${invoice_number ?? ''}`;
