import { declineCategory, isActionRequired } from '@service/billing/domain/payments/decline-codes.ts';
import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import { english } from '../../../../documents/messages/en/index.ts';

/** The card network's advice in words. */
const NETWORK = {
  do_not_retry: 'The card network says: do not try this card again. Ask for another payment method.',
  retry_later: 'The card network says: try again later.',
  update_details: 'The card network says: the card has changed. Ask the customer for its new details.',
} as const;

const BY_CATEGORY: Readonly<Record<string, string>> = {
  soft: 'A later attempt may succeed.',
  hard: 'It is not attempted again with this payment method. Ask the customer for another one.',
  fraud: 'Do not repeat it before you know the customer. The customer is told only that it was declined.',
  configuration: 'The gateway account has to be put right, then the payment can be repeated.',
  communication: 'Look it up at the gateway before you repeat it.',
  duplicate: 'Look for the other payment first.',
  three_d_secure_required: 'The customer has to pay once more, and confirm it with the bank.',
  '3d_secure_action_required': 'The customer confirms it by the link in the mail, or on the account pages.',
  recurring_mandate_cancelled: 'Ask the customer for another payment method.',
};

type Failed = Pick<TransactionRecord, 'transaction_error' | 'network_advice'>;

/** Returns why a payment failed, in words for the merchant; undefined for one that did not. */
export const declineReason = ({ transaction_error: error }: Pick<Failed, 'transaction_error'>): string | undefined =>
  error === null ? undefined : english.decline(error.error_code).merchant_message;

/** Returns advice on what to do about a payment that failed; undefined for one that did not. */
export const declineAdvice = ({ transaction_error: error, network_advice }: Failed): string | undefined => {
  if (error === null) return undefined;
  return network_advice ? NETWORK[network_advice] : BY_CATEGORY[declineCategory(error.error_code)];
};

/**
 * Returns what is known of 3-D Secure for a payment: whether the bank asked the customer to confirm it, and whether a
 * later attempt at the same invoice was paid. Undefined where the bank did not ask.
 */
export const challengeInWords = (
  { transaction_error: error, created_at }: Pick<TransactionRecord, 'transaction_error' | 'created_at'>,
  attempts: readonly Pick<TransactionRecord, 'created_at' | 'status' | 'action'>[],
): string | undefined => {
  if (error === null) return undefined;
  if (isActionRequired(error.error_code)) {
    const isPaid = attempts.some(
      (one) => one.created_at >= created_at && one.action === 'purchase' && one.status === 'success',
    );
    return `The bank asked the customer to confirm the payment. ${isPaid ? 'It was paid since.' : 'It is not confirmed yet.'}`;
  }
  return error.error_code.startsWith('three_d_secure') ? english.decline(error.error_code).merchant_message : undefined;
};
