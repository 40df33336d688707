import { code, editable, noted, since } from './field.ts';
import { invoice } from './invoice.ts';
import { resource, type Writable } from './resource.ts';
import type { Resource } from './schema.ts';
import { type PaymentFieldsInput, paymentFields } from './stored-payment.ts';

/** The request to collect an invoice, which may complete a payment that the customer confirmed. */
export const collectedInvoice = resource(
  'invoice',
  {
    billing_info_uuid: noted('Pays this attempt; the invoice keeps its own.', since('2.29', editable(code(13)))),
    ...paymentFields,
  },
  { about: (): Resource => invoice },
);

export type CollectedInvoiceInput = Omit<Writable<typeof collectedInvoice>, keyof PaymentFieldsInput> &
  PaymentFieldsInput;
