import type { AccountRow } from '../accounts/record.ts';
import type { BillingInfoRecord } from '../billing-info/record.ts';
import type { MailDraft, MethodFacts } from './facts.ts';

/**
 * Mail that reports changes with which a stranger could take over an account. It goes to the address that the account
 * had before, so that its customer learns of them.
 */

/** Returns the mail to an earlier email address that it was replaced or removed. */
export const noticeOfEmail = (before: AccountRow | undefined, after: AccountRow): MailDraft[] => {
  if (!before?.email || before.email_changed_at_ms === after.email_changed_at_ms) return [];
  return [{ kind: 'email_changed', account_id: after.id, recipient: before.email, facts: {} }];
};

/**
 * Returns the mail about a payment method that was replaced or added; none for the same one entered again, or the first
 * one of an account.
 */
export const noticeOfMethod = (
  before: BillingInfoRecord | undefined,
  after: BillingInfoRecord,
  recipient: string | null | undefined,
): MailDraft[] => {
  const { account_id, primary_payment_method: primary } = after;
  if (!recipient) return [];
  if (!before)
    return primary ? [] : [{ kind: 'payment_method_added', account_id, recipient, facts: factsOfMethod(after) }];
  if (IDENTITY.every((name) => before[name] === after[name])) return [];
  return [{ kind: 'payment_method_changed', account_id, recipient, facts: { ...factsOfMethod(after), primary } }];
};

/** Returns the mail that a payment method was removed. */
export const noticeOfRemoval = (removed: BillingInfoRecord, { email }: Pick<AccountRow, 'email'>): MailDraft[] => {
  if (!email) return [];
  const { account_id } = removed;
  return [{ kind: 'payment_method_removed', account_id, recipient: email, facts: factsOfMethod(removed) }];
};

const factsOfMethod = ({ type, card_type, last_four }: BillingInfoRecord): MethodFacts => ({
  type,
  card_type,
  last_four,
});

const IDENTITY = [
  'type',
  'card_type',
  'first_six',
  'last_four',
  'routing_number',
  'paypal_billing_agreement_id',
] as const satisfies readonly (keyof BillingInfoRecord)[];
