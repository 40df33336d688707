import type { AccountRecord } from '../../domain/accounts/record.ts';
import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { OfferedBillingInfo } from '../../engine/accounts/offered-billing-info.ts';
import { prepareBillingInfo } from '../../engine/accounts/prepare-billing-info.ts';
import type { PaymentDeps } from '../../engine/intents/open-intent.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { needOpenAccount } from '../../queries/accounts/accounts.ts';
import { needMethod } from '../../queries/accounts/billing-info.ts';
import type { Issue } from '../../values/failure.ts';

export interface StoreBillingInfo {
  readonly account_code: string;
  /** The method that is replaced: by default the primary. `added`: none is. */
  readonly target?: 'primary' | 'added' | { readonly uuid: string };
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
 * Adds a payment method to an account, or replaces one. A decline stores the declined transaction and keeps the
 * previous one; a success schedules the collection of the past-due invoices that it pays. Throws `not_found`,
 * `account_closed`, `Invalid`, `token_invalid`, `simultaneous_request`.
 */
export const storeBillingInfo =
  (deps: PaymentDeps) =>
  async (
    caller: Caller,
    { account_code, target = 'primary', offered, issues }: StoreBillingInfo,
  ): Promise<StoredBillingInfo> => {
    const { storage, world } = deps;
    const records = storage.of(caller.site.id);
    const account = await needOpenAccount(records, account_code);
    const held = await replaced(records, account, target);

    const prepared = await prepareBillingInfo(deps, caller, {
      account,
      payer: account,
      held,
      adds: target === 'added',
      offered,
      path: 'billing_info',
      issues,
    });
    if (prepared.outcome === 'declined') return prepared;

    return prepared.record(async (records, save): Promise<StoredBillingInfo> => {
      const current = await needOpenAccount(records, account_code);
      const billingInfo = await save(records, current.id);
      await records.accounts.save({ ...current, updated_at: caller.at });
      await records.auditLog.append(auditEntry(world, caller, 'billing_info.stored', account_code));
      return { outcome: 'stored', created: !held, account: current, billingInfo };
    });
  };

const replaced = async (
  records: Records,
  { id, account_code }: AccountRecord,
  target: NonNullable<StoreBillingInfo['target']>,
): Promise<BillingInfoRecord | undefined> => {
  if (target === 'added') return undefined;
  return target === 'primary' ? records.paymentMethods.primary(id) : needMethod(records, { account_code, ...target });
};
