import type { ShownInvoice } from './record.ts';

/** An invoice as clients name it: prefix and number in one. */
export const invoiceName = ({
  invoice_number_prefix,
  invoice_number,
}: Pick<ShownInvoice, 'invoice_number_prefix' | 'invoice_number'>): string =>
  `${invoice_number_prefix}${invoice_number ?? ''}`;
