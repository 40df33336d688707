import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { ConfirmationPage } from '../pages/confirm.ts';
import { formatsOf, type Visit } from '../visit.ts';
import { invoiceTitle } from './invoice-rows.ts';

/** Returns what the page of the bank needs to have the payment of an invoice confirmed. */
export const invoiceChallenge = (visit: Visit, invoice: ShownInvoice, actionToken: string): ConfirmationPage => {
  const back = `/account/invoices/${invoice.invoice_number ?? ''}`;
  const about = `${invoiceTitle(visit, invoice)} · ${formatsOf(visit, invoice.currency).money(invoice.balance_in_cents)}`;
  return {
    actionToken,
    action: `${back}/pay`,
    back,
    about,
    canRetry: true,
    otherMethod: true,
  };
};
