import type { ShownInvoice } from './record.ts';

/** Returns the name of an invoice for clients: its prefix and number. */
export const invoiceName = ({
  invoice_number_prefix,
  invoice_number,
}: Pick<ShownInvoice, 'invoice_number_prefix' | 'invoice_number'>): string =>
  `${invoice_number_prefix}${invoice_number ?? ''}`;

/** Returns the name of the invoice that an event refers to; null where it refers to none. */
export const referencedInvoice = (
  reference: { readonly prefix: string; readonly number: number | null } | null,
): string | null =>
  reference && invoiceName({ invoice_number_prefix: reference.prefix, invoice_number: reference.number });
