import { noticeOfRemoval } from '../../domain/mail/notices-of-changes.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { queueMails } from '../../engine/recording/mail/queue-mails.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import { type NamedMethod, needMethod } from '../../queries/accounts/billing-info.ts';
import { Invalid } from '../../values/failure.ts';

/**
 * Erases a payment method of an account, and mails that to its customer; its subscriptions stay. The primary is erased
 * only when it is the last one. Throws `not_found` when there is nothing to erase, and `Invalid`.
 */
export const removeBillingInfo =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, named: NamedMethod): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const { account_code } = named;
      const account = await needAccount(records, account_code);
      const method = await needMethod(records, named);
      if (method.primary_payment_method && (await records.paymentMethods.ofAccount(account.id)).length > 1) {
        const field = 'billing_info.primary_payment_method';
        throw new Invalid([{ field, symbol: 'invalid', reason: 'primary_has_no_successor' }]);
      }
      await records.paymentMethods.remove(method);
      await queueMails(records, world, noticeOfRemoval(method, account), caller);
      await records.accounts.save({ ...account, updated_at: caller.at });
      await records.auditLog.append(auditEntry(world, caller, 'billing_info.removed', account_code));
    });
