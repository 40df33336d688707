import type { BillingInfoInput } from '../../resources/billing-info.ts';
import { Failure } from '../../values/failure.ts';

/** Elements of payment methods that need a gateway of their own, which no adapter of this service reaches. */
const ELSEWHERE = [
  'amazon_billing_agreement_id',
  'amazon_region',
  'roku_billing_agreement_id',
  'braintree_payment_nonce',
  'online_banking_payment_type',
  'username',
  'tax_identifier',
  'tax_identifier_type',
] as const satisfies readonly (keyof BillingInfoInput)[];

/** Throws `feature_not_enabled` for a payment method that no gateway of this service takes. */
export const refuseUntaken = (input: BillingInfoInput): void => {
  const name = ELSEWHERE.find((each) => isSent(input[each]));
  if (name) throw new Failure('feature_not_enabled', { name });
};

const isSent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
