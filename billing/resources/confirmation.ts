import { code, editable, inputOnly, noted, oneOf, since } from './field.ts';

/** `moto`: an order by mail or telephone, in which the customer cannot be asked to confirm a payment. */
export const TRANSACTION_TYPES = ['moto'] as const;

/** The result of a challenge (3-D Secure) that the customer passed in the browser, and how an order was received. */
export const confirmationFields = {
  three_d_secure_action_result_token_id: noted(
    'Completes the payment that the customer confirmed in the browser. Works once, for 20 minutes.',
    inputOnly(since('2.21', editable(code()))),
  ),
  transaction_type: noted(
    '`moto` for an order by mail or telephone: the customer is not asked to confirm the payment.',
    inputOnly(since('2.22', editable(oneOf(TRANSACTION_TYPES)))),
  ),
};
