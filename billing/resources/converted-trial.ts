import { resource, type Writable } from './resource.ts';
import type { Resource } from './schema.ts';
import { type PaymentFieldsInput, paymentFields } from './stored-payment.ts';
import { subscription } from './subscription.ts';

/** The request to end a trial, which may complete a payment that the customer confirmed. */
export const convertedTrial = resource('subscription', paymentFields, { about: (): Resource => subscription });

export type ConvertedTrialInput = Omit<Writable<typeof convertedTrial>, keyof PaymentFieldsInput> & PaymentFieldsInput;
