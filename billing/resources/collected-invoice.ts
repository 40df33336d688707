import { invoice } from './invoice.ts';
import { resource, type Writable } from './resource.ts';
import type { Resource } from './schema.ts';
import { type PaymentFieldsInput, paymentFields } from './stored-payment.ts';

/** The request to collect an invoice, which may complete a payment that the customer confirmed. */
export const collectedInvoice = resource('invoice', paymentFields, { about: (): Resource => invoice });

export type CollectedInvoiceInput = Omit<Writable<typeof collectedInvoice>, keyof PaymentFieldsInput> &
  PaymentFieldsInput;
