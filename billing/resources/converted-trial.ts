import { type ConfirmationInput, confirmation, confirmationFields } from './confirmation.ts';
import { editable, embedded, inputOnly, since } from './field.ts';
import { resource, type Writable } from './resource.ts';

/** The request to end a trial, which may complete a payment that the customer confirmed. */
export const convertedTrial = resource('subscription', {
  transaction_type: confirmationFields.transaction_type,
  billing_info: since('2.21', inputOnly(editable(embedded((): typeof confirmation => confirmation)))),
});

export type ConvertedTrialInput = Omit<Writable<typeof convertedTrial>, 'billing_info'> & {
  readonly billing_info?: ConfirmationInput | null;
};
