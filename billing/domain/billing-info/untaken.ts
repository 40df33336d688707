import type { BillingInfoInput } from '../../resources/billing-info.ts';
import { UntakenMethod } from '../../values/failure.ts';

/** Elements of payment methods that need a gateway of their own, which no adapter of this service reaches. */
const ELSEWHERE = [
  'iban',
  'sort_code',
  'bsb_code',
  'amazon_billing_agreement_id',
  'roku_billing_agreement_id',
  'braintree_payment_nonce',
  'online_banking_payment_type',
  'username',
] as const satisfies readonly (keyof BillingInfoInput)[];

/** Throws `UntakenMethod` for a payment method that no gateway of this service takes. */
export const refuseUntaken = (input: BillingInfoInput): void => {
  if (ELSEWHERE.some((name) => isSent(input[name]))) throw new UntakenMethod('no_gateway');
  if (isSent(input.gateway_token)) throw new UntakenMethod('gateway_token_not_found');
};

const isSent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
