import { payerIdOf } from '../../../domain/accounts/account.ts';
import type { AccountRecord } from '../../../domain/accounts/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { AccountInput } from '../../../resources/account.ts';
import type { Issue } from '../../../values/failure.ts';

/** The part of a request that says who pays. */
type SentPayer = Pick<AccountInput, 'parent_account_code' | 'bill_to'>;

/** Returns the parent of an account after a request; undefined without one, or for an unknown code. */
export const parentAfter = async (
  { accounts }: Pick<Records, 'accounts'>,
  existing: AccountRecord | undefined,
  { parent_account_code: sent }: SentPayer,
): Promise<AccountRecord | undefined> => {
  if (sent === undefined) return existing?.parent_id ? accounts.byId(existing.parent_id) : undefined;
  return sent ? accounts.find(sent) : undefined;
};

/**
 * Returns the account that pays for an account after a request: its parent where it is billed to it. Undefined for an
 * account that pays for itself and does not exist yet.
 */
export const payerAfter = async (
  records: Pick<Records, 'accounts'>,
  existing: AccountRecord | undefined,
  input: SentPayer,
): Promise<AccountRecord | undefined> =>
  billToAfter(existing, input) === 'parent' ? ((await parentAfter(records, existing, input)) ?? existing) : existing;

/**
 * Returns the issues of who pays for an account: only a parent that there is, and another account than before only once
 * the invoices with its charges are paid.
 */
export const payerIssues = async (
  { invoices }: Pick<Records, 'invoices'>,
  existing: AccountRecord | undefined,
  input: SentPayer,
  parent: AccountRecord | undefined,
): Promise<Issue[]> => {
  const bill_to = billToAfter(existing, input);
  const changes = bill_to !== (existing?.bill_to ?? 'self');
  const field = changes ? 'account.bill_to' : 'account.parent_account_code';
  if (bill_to === 'parent' && !parent) {
    return [{ field, symbol: 'invalid', reason: changes ? 'no_parent_to_bill' : 'parent_is_billed' }];
  }
  const before = existing && payerIdOf(existing);
  const after = bill_to === 'parent' ? parent?.id : existing?.id;
  if (before === after) return [];
  if (bill_to === 'parent' && parent?.state === 'closed')
    return [{ field, symbol: 'invalid', reason: 'parent_closed' }];
  return existing && before && (await invoices.owesFor(before, existing.id))
    ? [{ field, symbol: 'invalid', reason: 'unpaid_invoices' }]
    : [];
};

const billToAfter = (existing: AccountRecord | undefined, { bill_to }: SentPayer): AccountRecord['bill_to'] =>
  bill_to === undefined ? (existing?.bill_to ?? 'self') : (bill_to ?? 'self');
