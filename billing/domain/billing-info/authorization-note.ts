import type { BillingInfoRecord } from './record.ts';

/**
 * Returns the note that proves the consent of a bank account's holder, because billing info is replaced and erased;
 * undefined if there was no new authorization.
 */
export const authorizationNote = (
  before: BillingInfoRecord | undefined,
  after: BillingInfoRecord,
): string | undefined => {
  const { bank_account_authorization: text, bank_account_authorized_at: at, last_four, ip_address } = after;
  if (!text || at === null) return undefined;
  if (before?.bank_account_authorized_at === at && before.reference === after.reference) return undefined;
  const from = ip_address ? ` from ${ip_address}` : '';
  return `Debits of the bank account ending in ${last_four} were authorized${from}: “${text}”`;
};
