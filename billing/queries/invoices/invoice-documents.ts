import { inTimeZoneOf } from '../../domain/accounts/in-time-zone.ts';
import type { AccountRecord } from '../../domain/accounts/record.ts';
import type { EInvoice } from '../../domain/e-invoices/e-invoice.ts';
import type { InvoiceParts } from '../../domain/invoices/invoice-parts.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Site } from '../../resources/site.ts';
import type { QueryDeps } from '../lists/site-query.ts';
import { findEInvoiceInDocument } from './e-invoices.ts';
import { findCreditedNumbers } from './invoices.ts';

/** All that the document of an invoice shows, besides its language. */
export interface InvoiceDocumentParts extends InvoiceParts {
  /** The site that sells, in the time zone of the account. */
  readonly site: Site;
  /** Numbers, with prefix, of the charge invoices that a credit invoice credits. */
  readonly originals: readonly string[];
  /** The e-invoice that the document contains. */
  readonly eInvoice?: EInvoice;
}

/**
 * Completes the parts of an invoice, with all of its lines, to those of its document. API, pages, console and mail all
 * print what this returns, so that an invoice has the same document everywhere. `account`: that of the invoice.
 */
export const findInvoiceDocument = (deps: QueryDeps) => {
  const creditedNumbers = findCreditedNumbers(deps);
  const eInvoiceOf = findEInvoiceInDocument(deps);
  return async (
    caller: Pick<Caller, 'site'>,
    parts: InvoiceParts,
    account: AccountRecord | undefined,
  ): Promise<InvoiceDocumentParts> => {
    const originals = await creditedNumbers(caller, parts.invoice.uuid);
    const eInvoice = await eInvoiceOf(caller, parts, account);
    return { ...parts, originals, site: inTimeZoneOf(caller.site, account), ...(eInvoice && { eInvoice }) };
  };
};
