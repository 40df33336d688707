import type { EInvoice } from '@service/billing/domain/e-invoices/e-invoice.ts';
import { E_INVOICE_FORMATS, type EInvoiceFormat, inProfile } from '@service/billing/domain/e-invoices/formats.ts';
import { atOnce, type Steps } from '@service/billing/values/steps.ts';
import { ciiOf } from './cii.ts';
import { ublOf } from './ubl.ts';

/** The name of the e-invoice in a PDF: readers of Factur-X and ZUGFeRD look for this one. */
export const FACTUR_X_FILE = 'factur-x.xml';
/** The format of the e-invoice in a PDF. */
export const FACTUR_X_FORMAT = 'en16931_cii' satisfies EInvoiceFormat;

/** Writes the XML of an e-invoice, which has all that the format demands, in steps. */
export const eInvoiceInSteps = (invoice: EInvoice, format: EInvoiceFormat): Steps<string> => {
  const { syntax, profile } = E_INVOICE_FORMATS[format];
  return (syntax === 'ubl' ? ublOf : ciiOf)(inProfile(invoice, profile), profile);
};

/** Returns the XML of an e-invoice at once: outside the main thread, or of few lines. */
export const writeEInvoice = (invoice: EInvoice, format: EInvoiceFormat): string =>
  atOnce(eInvoiceInSteps(invoice, format));
