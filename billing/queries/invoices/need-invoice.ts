import type { ShownInvoice } from '../../domain/invoices/record.ts';
import type { InvoiceRecords } from '../../ports/invoices.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';
import { siteQuery } from '../site-query.ts';

const UUID = /^[0-9a-f]{32}$/;

/** A number that fits a safe integer, with letters in front or without. */
const NUMBER = /^([A-Za-z]*)([1-9]\d{0,14})$/;

/** The invoice by number, with or without its prefix, or by uuid; or 404. */
export const needInvoice = async ({ invoices }: Pick<Records, 'invoices'>, named: string): Promise<ShownInvoice> => {
  const uuid = named.replaceAll('-', '').toLowerCase();
  const found = UUID.test(uuid) ? await invoices.find(uuid) : await byNumber(invoices, named);
  if (!found) throw notFound('Invoice', 'invoice_number', named);
  return found;
};

const byNumber = async (invoices: InvoiceRecords, named: string): Promise<ShownInvoice | undefined> => {
  const [, prefix, number] = NUMBER.exec(named) ?? [];
  const found = number === undefined ? undefined : await invoices.byNumber(Number(number));
  return prefix === '' || found?.invoice_number_prefix === prefix ? found : undefined;
};

/** Returns an invoice, without what is shown inside it. Throws `not_found`. */
export const findInvoice = siteQuery(needInvoice);
