import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { Form } from '../../../http/bodies/form.ts';
import { invoiceTitle } from '../parts/invoice-rows.ts';
import { methodName, replacePath } from '../parts/payment-method.ts';
import { formatsOf, type Visit } from '../visit.ts';
import type { ConfirmationPage } from './confirm.ts';

interface InvoicePayment {
  readonly actionToken: string;
  /** The method that is charged. */
  readonly agreed: BillingInfoRecord;
  /** The form that pays, which is sent again. */
  readonly fields: Form;
}

/** Returns what the page of the bank needs to have the payment of an invoice confirmed. */
export const invoiceChallenge = (
  visit: Visit,
  invoice: ShownInvoice,
  { actionToken, agreed, fields }: InvoicePayment,
): ConfirmationPage => {
  const back = `/account/invoices/${invoice.invoice_number ?? ''}`;
  const amount = formatsOf(visit, invoice.currency).money(invoice.balance_in_cents);
  const about = [invoiceTitle(visit, invoice), amount, methodName(visit, agreed)].join(' · ');
  return {
    actionToken,
    action: `${back}/pay`,
    fields,
    back,
    about,
    canRetry: true,
    otherMethod: replacePath(invoice),
  };
};
