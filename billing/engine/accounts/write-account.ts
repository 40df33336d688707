import type { AccountRecord } from '../../domain/accounts/record.ts';
import type { AuditAction } from '../../domain/audit-log/areas.ts';
import type { AuditChanges } from '../../domain/audit-log/entry.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { Payer } from '../../domain/transactions/transaction.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import { account as accountTable } from '../../resources/account.ts';
import { changes } from '../../resources/apply.ts';
import { type Issue, refuse } from '../../values/failure.ts';
import type { PaymentDeps } from '../intents/open-intent.ts';
import { accountIssues, type SentAccount, saveAccount } from '../recording/accounts/account-writer.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import type { OfferedBillingInfo } from './offered-billing-info.ts';
import { type PreparedBillingInfo, prepareBillingInfo, type SaveBillingInfo } from './prepare-billing-info.ts';

export interface WriteAccount {
  readonly input: SentAccount;
  readonly offered?: OfferedBillingInfo | undefined;
  readonly issues: readonly Issue[];
}

export type WrittenAccount = { readonly outcome: 'written'; readonly account: AccountRecord } | Declined;

/**
 * Creates or updates an account: validates the whole request, verifies embedded billing info, then writes the account
 * and everything in the request in one transaction. A declined card writes nothing except its transaction. `refusal`
 * adds the errors that only one of the two operations has.
 */
export const writeAccount = async (
  deps: PaymentDeps,
  what: AuditAction,
  refusal: (existing: AccountRecord | undefined) => Issue[],
  caller: Caller,
  code: string,
  { input, offered, issues }: WriteAccount,
  changesOf?: (before: AccountRecord | undefined, after: AccountRecord) => AuditChanges | null,
): Promise<WrittenAccount> => {
  const { storage, world } = deps;
  const { site } = caller;
  const judged = async (records: Records) => {
    const existing = await records.accounts.find(code);
    const found = [...issues, ...refusal(existing), ...(await accountIssues(records, site, code, existing, input))];
    return { existing, found };
  };

  const { existing, found } = await judged(storage.of(site.id));
  const prepared = offered && (await preparedFor(deps, caller, code, existing, { input, offered, issues: found }));
  if (prepared?.outcome === 'declined') return prepared;

  const written = async (records: Records, save?: SaveBillingInfo): Promise<WrittenAccount> => {
    const { existing, found } = await judged(records);
    refuse(found);
    const id = existing?.id ?? world.ids.uuid();
    await saveAccount(records, world, caller, { id, code, existing, input });
    await save?.(records, id);
    const account = await needAccount(records, code);
    await records.auditLog.append(auditEntry(world, caller, what, code, changesOf?.(existing, account)));
    return { outcome: 'written', account };
  };
  return prepared ? prepared.record(written) : storage.transaction(site.id, (records) => written(records));
};

const preparedFor = async (
  deps: PaymentDeps,
  caller: Caller,
  code: string,
  existing: AccountRecord | undefined,
  { input, offered, issues }: WriteAccount & { readonly offered: OfferedBillingInfo },
): Promise<PreparedBillingInfo> => {
  const held = existing && (await deps.storage.of(caller.site.id).paymentMethods.primary(existing.id));
  const payer: Payer = { ...blankPayer, ...existing, ...changes(accountTable, input), account_code: code };
  return prepareBillingInfo(deps, caller, {
    account: existing,
    payer,
    held,
    offered,
    path: 'account.billing_info',
    issues,
  });
};

const blankPayer = { first_name: null, last_name: null, company_name: null, email: null };
