import type { ExternalAccountRecord } from '../../../domain/external/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { type ExternalAccountInput, MOST_EXTERNAL_ACCOUNTS } from '../../../resources/external-account.ts';
import type { Issue } from '../../../values/failure.ts';
import { newShortId } from '../../../values/new-short-id.ts';
import type { Seconds } from '../../../values/time.ts';

type External = Pick<Records, 'external'>;

/**
 * Returns the problems of accounts at app stores that are sent with an account: one belongs to another account, or
 * there are too many. `accountId` is undefined for a new account.
 */
export const externalAccountIssues = async (
  records: External,
  accountId: string | undefined,
  sent: readonly ExternalAccountInput[],
): Promise<Issue[]> => {
  const issues: Issue[] = [];
  const added = new Set<string>();
  for (const [place, one] of sent.entries()) {
    const { external_account_code: code, external_connection_type: type } = one;
    if (!code || !type) continue;
    const holder = await records.external.accounts.named(code, type);
    if (holder && holder.account_id !== accountId) {
      issues.push({ field: `account.external_accounts[${place}].external_account_code`, symbol: 'taken' });
    }
    if (!holder) added.add(JSON.stringify([code, type]));
  }
  const held = accountId === undefined ? 0 : await countOf(records, accountId);
  if (held + added.size > MOST_EXTERNAL_ACCOUNTS) {
    issues.push({ field: 'account.external_accounts', symbol: 'too_many', count: MOST_EXTERNAL_ACCOUNTS });
  }
  return issues;
};

/** Returns the number of accounts at app stores that an account has. */
export const countOf = ({ external }: External, account_id: string): Promise<number> =>
  external.accounts.count({ filter: { account_id }, sort: 'created_at', order: 'asc', limit: 1 });

/** Adds the accounts at app stores that an account does not have yet, and changes none. */
export const addExternalAccounts = async (
  { external }: External,
  { ids }: Pick<World, 'ids'>,
  at: Seconds,
  account_id: string,
  sent: readonly ExternalAccountInput[],
): Promise<void> => {
  for (const { external_account_code, external_connection_type } of sent) {
    if (!external_account_code || !external_connection_type) continue;
    if (await external.accounts.named(external_account_code, external_connection_type)) continue;
    const record: ExternalAccountRecord = {
      key: ids.uuid(),
      id: newShortId(ids),
      account_id,
      external_account_code,
      external_connection_type,
      created_at: at,
      updated_at: at,
    };
    await external.accounts.add(record);
  }
};
