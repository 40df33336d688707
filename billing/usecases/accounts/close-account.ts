import { endAccount } from '../../engine/accounts/end-account.ts';
import { type PaymentDeps, recordInQueue } from '../../engine/intents/open-intent.ts';
import type { Caller } from '../../ports/caller.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';

/**
 * Closes an account: its billing info is erased, its hosted login tokens stop working, its subscriptions end, and open
 * charge invoices are written off (docs/lifecycles.md#accounts). Bank debits in progress, pending charges, credit and
 * coupons stay. Closing a closed account changes nothing. Throws `not_found`, `account_has_open_children` for a parent
 * with open children, and `simultaneous_request`.
 */
export const closeAccount =
  (deps: Omit<PaymentDeps, 'vault'>) =>
  async (caller: Caller, account_code: string): Promise<void> => {
    const { id } = await needAccount(deps.storage.of(caller.site.id), account_code);
    await recordInQueue(deps, caller, id, async (records) => {
      const account = await needAccount(records, account_code);
      await endAccount(records, deps.world, caller, account);
      return account;
    });
  };
