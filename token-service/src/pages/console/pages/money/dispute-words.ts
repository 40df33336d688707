import type { DisputeState } from '@service/billing/domain/disputes/dispute.ts';
import type { Markup } from '../../../../documents/html.ts';
import { stateBadge, stateWord } from '../../parts/state-words.ts';
import { codeInWords } from './money-parts.ts';

/** The reasons that gateways report, and what the cardholder says. */
const REASONS: Readonly<Record<string, readonly [short: string, says: string]>> = {
  fraudulent: ['Fraudulent', 'The cardholder says that they did not make the payment.'],
  unrecognized: ['Unrecognized', 'The cardholder does not know the charge.'],
  duplicate: ['Duplicate', 'The cardholder says that they were charged twice.'],
  product_not_received: ['Not received', 'The cardholder says that nothing was delivered.'],
  product_unacceptable: ['Unacceptable', 'The cardholder says that the product is defective or not as described.'],
  subscription_canceled: ['Canceled', 'The cardholder says that they were charged after they had canceled.'],
  credit_not_processed: ['No refund', 'The cardholder says that a promised refund has not arrived.'],
  general: ['General', 'The bank gives no particular reason.'],
};

/** The reason of a dispute in short; the gateway's code where there are no words. */
export const disputeReason = (code: string): string => REASONS[code]?.[0] ?? codeInWords(code);

/** The cardholder's complaint as a sentence; empty where it is not known. */
export const complaintOf = (code: string): string => REASONS[code]?.[1] ?? '';

/** The dispute of a payment: `dispute won`. */
export const disputeOfPayment = (state: DisputeState): Markup =>
  stateBadge('dispute', state, `dispute ${stateWord('dispute', state)}`);
