import type { BillingInfoRecord } from '../billing-info/record.ts';
import { isDeclinedAttempt } from '../payments/decline-codes.ts';
import { endsMethod, type FailedAttempt } from './retry.ts';

/** The methods that may pay an invoice in dunning. */
export interface InvoiceMethods {
  /** The method that the invoice names, else the primary. */
  readonly main: BillingInfoRecord;
  /** The backup of the account, if it is another card or bank account. */
  readonly backup: BillingInfoRecord | undefined;
}

/**
 * Returns the methods of an account that may pay an invoice whose method is `main`. A backup that is the same card is
 * none.
 */
export const methodsOf = (main: BillingInfoRecord, wallet: readonly BillingInfoRecord[]): InvoiceMethods => {
  const backup = wallet.find(({ backup_payment_method }) => backup_payment_method);
  return { main, backup: backup && !isSame(main, backup) ? backup : undefined };
};

const isSame = (one: BillingInfoRecord, other: BillingInfoRecord): boolean =>
  one.id === other.id || IDENTITY.every((name) => one[name] === other[name]);

const IDENTITY = [
  'type',
  'card_type',
  'first_six',
  'last_four',
  'month',
  'year',
  'routing_number',
  'paypal_billing_agreement_id',
] as const satisfies readonly (keyof BillingInfoRecord)[];

/** Whether a method is left out for an invoice: it was permanently declined, and was not stored again since. */
const isLeftOut = ({ reference, updated_at }: BillingInfoRecord, attempts: readonly FailedAttempt[]): boolean =>
  attempts.some((one) => one.method_reference === reference && one.at >= updated_at && endsMethod(one));

/**
 * Returns the method of the next attempt to collect an invoice, `main` and the backup in turns. Attempts that no bank
 * judged do not count. Main pays next if it was stored again since, and if neither can pay.
 */
export const nextMethod = ({ main, backup }: InvoiceMethods, attempts: readonly FailedAttempt[]): BillingInfoRecord => {
  if (!backup || isLeftOut(backup, attempts)) return main;
  if (isLeftOut(main, attempts)) return backup;
  const last = attempts.findLast(({ error_code }) => isDeclinedAttempt(error_code));
  return last && !last.backup && main.updated_at <= last.at ? backup : main;
};

/**
 * Returns the attempts by which the next retry of an invoice is scheduled. The first decline and the attempt with the
 * backup that follows at once are one step. While one of the two methods can pay, a permanent decline of the other ends
 * nothing.
 */
export const stepsOf = ({ main, backup }: InvoiceMethods, attempts: readonly FailedAttempt[]): FailedAttempt[] => {
  const steps = attempts.filter(({ at }, n) => !(attempts[n + 1]?.backup && attempts[n + 1]?.at === at));
  if (!backup || (isLeftOut(main, attempts) && isLeftOut(backup, attempts))) return steps;
  return steps.map((one) => (endsMethod(one) ? { ...one, error_code: 'declined', network_advice: null } : one));
};
