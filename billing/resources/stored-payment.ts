import type { Issue } from '../values/failure.ts';
import { account } from './account.ts';
import { billingInfo } from './billing-info.ts';
import { confirmationFields } from './confirmation.ts';
import { code, editable, embedded, inputOnly, noted, unwanted } from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Resource } from './schema.ts';

const refused = unwanted('Refused: a payment method is stored first, and not sent with this request.', 'stored_first');

/**
 * Billing info of a request that pays with the stored payment method. Fields that clients read are ignored; another
 * method is refused, because it would not be used.
 */
export const confirmation = resource(
  'billing_info',
  {
    three_d_secure_action_result_token_id: confirmationFields.three_d_secure_action_result_token_id,
    transaction_type: confirmationFields.transaction_type,
    token_id: refused,
    number: refused,
    verification_value: refused,
    account_number: refused,
    gateway_token: refused,
  },
  { about: (): Resource => billingInfo },
);

/** The account of such a request: that of the record, with the billing info that some clients nest in it. */
export const confirmingAccount = resource(
  'account',
  {
    account_code: editable(code(50)),
    billing_info: inputOnly(editable(embedded((): typeof confirmation => confirmation))),
    transaction_type: confirmationFields.transaction_type,
  },
  { about: (): Resource => account },
);

/** Fields of a request about its payment with the stored method, wherever a client puts them. */
export const paymentFields = {
  transaction_type: confirmationFields.transaction_type,
  billing_info: noted(
    'Completes a payment that the customer confirmed. It may also stand in the account.',
    inputOnly(editable(embedded((): typeof confirmation => confirmation))),
  ),
  account: noted(
    'That of the record, if it is sent.',
    inputOnly(editable(embedded((): typeof confirmingAccount => confirmingAccount))),
  ),
};

export type ConfirmationInput = Writable<typeof confirmation>;
type ConfirmingAccountInput = Omit<Writable<typeof confirmingAccount>, 'billing_info'> & {
  readonly billing_info?: ConfirmationInput | null;
};

/** The input of `paymentFields`. */
export interface PaymentFieldsInput {
  readonly transaction_type?: string | null;
  readonly billing_info?: ConfirmationInput | null;
  readonly account?: ConfirmingAccountInput | null;
}

/** Returns the confirmation that a request carries, and whether it is an order by mail or telephone. */
export const paymentIn = ({ transaction_type, billing_info, account }: PaymentFieldsInput) => {
  const places = [billing_info, account?.billing_info];
  return {
    confirmation: places.find((place) => place?.three_d_secure_action_result_token_id),
    moto: [transaction_type, account?.transaction_type, ...places.map((place) => place?.transaction_type)].includes(
      'moto',
    ),
  };
};

/** Returns the issues of an account that a request about another record repeats. */
export const otherAccountIssues = (root: string, { account }: PaymentFieldsInput, account_code: string): Issue[] =>
  account?.account_code && account.account_code !== account_code
    ? [{ field: `${root}.account.account_code`, symbol: 'immutable' }]
    : [];
