import { declineCategory } from '@service/billing/domain/payments/decline-codes.ts';
import { ACTION_MISMATCH } from '@service/billing/domain/payments/payment-action.ts';
import type { AccountWords } from '../../documents/messages/en/account.ts';
import { offers, type Visit } from './visit.ts';

type Reason = keyof AccountWords['declined'];

/** Declines that the customer can do something particular about. */
const REASONS: Readonly<Record<string, Reason>> = {
  insufficient_funds: 'funds',
  exceeds_daily_limit: 'funds',
  exceeds_max_amount: 'funds',
  expired_card: 'expired',
  declined_expiration_date: 'expired',
  declined_card_number: 'number',
  invalid_card_number: 'number',
  invalid_account_number: 'number',
  declined_security_code: 'code',
  fraud_security_code: 'code',
  fraud_address: 'address',
  card_type_not_accepted: 'brand',
  too_many_attempts: 'wait',
  fraud_too_many_attempts: 'wait',
  try_again: 'again',
  simultaneous: 'again',
  [ACTION_MISMATCH]: 'again',
  no_billing_information: 'method',
};

/** Declines whose text asks for another payment method. */
const ASKS_FOR_OTHER: readonly Reason[] = [
  'refused',
  'funds',
  'expired',
  'number',
  'brand',
  'confirm',
  'method',
  'support',
];

/** Returns why a payment was declined, as the customer may know it: never that fraud is suspected. */
export const declineText = (visit: Pick<Visit, 'words' | 'site' | 'account'>, code: string): string => {
  const { declined } = visit.words;
  const reason = reasonOf(code);
  return ASKS_FOR_OTHER.includes(reason) && !offers(visit, 'payment_method') ? declined.noOther : declined[reason];
};

/** Returns why a payment method was declined that was to be stored, not charged. */
export const unverifiedText = (
  { declined, unverified }: Pick<AccountWords, 'declined' | 'unverified'>,
  code: string,
  byBank: boolean,
): string => {
  const reason = reasonOf(code);
  if (!isUnverified(reason)) return declined[reason];
  return byBank && reason !== 'again' ? unverified.account : unverified[reason];
};

/** Reasons whose text for a payment speaks of one. */
const isUnverified = (reason: Reason): reason is Exclude<keyof AccountWords['unverified'], 'account'> =>
  ['refused', 'funds', 'again', 'confirm', 'support'].includes(reason);

const reasonOf = (code: string): Reason => (Object.hasOwn(REASONS, code) && REASONS[code]) || reasonOfCategory(code);

const reasonOfCategory = (code: string): Reason => {
  switch (declineCategory(code)) {
    case 'soft':
    case 'hard':
    case 'amazon':
    case 'recurring_mandate_cancelled':
      return 'refused';
    case 'communication':
    case 'duplicate':
    case 'api_error':
    case 'skles':
      return 'again';
    case 'three_d_secure_required':
    case '3d_secure_action_required':
      return 'confirm';
    default:
      return 'support';
  }
};
