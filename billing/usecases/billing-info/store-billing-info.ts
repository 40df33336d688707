import type { AccountRecord } from '../../domain/accounts/record.ts';
import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { OfferedBillingInfo } from '../../engine/accounts/offered-billing-info.ts';
import { prepareBillingInfo } from '../../engine/accounts/prepare-billing-info.ts';
import type { PaymentDeps } from '../../engine/intents/open-intent.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import { needOpenAccount } from '../../queries/accounts.ts';
import type { Issue } from '../../values/failure.ts';

export interface StoreBillingInfo {
  readonly account_code: string;
  readonly offered: OfferedBillingInfo;
  readonly issues: readonly Issue[];
}

export type StoredBillingInfo =
  | {
      readonly outcome: 'stored';
      readonly created: boolean;
      readonly account: AccountRecord;
      readonly billingInfo: BillingInfoRecord;
    }
  | Declined;

/**
 * Creates or replaces the billing info of an account. A decline stores the declined transaction and keeps the previous
 * billing info; a success schedules the collection of past-due invoices. Throws `not_found`, `account_closed`,
 * `Invalid`, `token_invalid`, `simultaneous_request`.
 */
export const storeBillingInfo =
  (deps: PaymentDeps) =>
  async (caller: Caller, { account_code, offered, issues }: StoreBillingInfo): Promise<StoredBillingInfo> => {
    const { storage, world } = deps;
    const records = storage.of(caller.site.id);
    const account = await needOpenAccount(records, account_code);
    const held = await records.paymentMethods.primary(account.id);

    const prepared = await prepareBillingInfo(deps, caller, {
      account,
      payer: account,
      held,
      offered,
      path: 'billing_info',
      issues,
    });
    if (prepared.outcome === 'declined') return prepared;

    return prepared.record(async (records, save): Promise<StoredBillingInfo> => {
      const current = await needOpenAccount(records, account_code);
      await save(records, current.id);
      await records.accounts.save({ ...current, updated_at: caller.at });
      await records.auditLog.append(auditEntry(world, caller, 'billing_info.stored', account_code));
      const billingInfo = (await records.paymentMethods.primary(current.id)) as BillingInfoRecord;
      return { outcome: 'stored', created: !held, account: current, billingInfo };
    });
  };
