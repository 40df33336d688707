import type { AccountRow } from '../../domain/accounts/record.ts';
import { cancel } from '../../domain/subscriptions/cancel.ts';
import { expire } from '../../domain/subscriptions/expire.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import { type PaymentDeps, recordInTurn } from '../../engine/intents/open-intent.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { failInvoice } from '../../engine/recording/invoices/fail-invoice.ts';
import { recordTransition } from '../../engine/recording/subscriptions/record-transition.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { needAccount } from '../../queries/accounts.ts';
import { Failure } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

/**
 * Closes an account: its billing info is erased, its hosted login tokens stop working, its subscriptions end, and open
 * charge invoices are written off (docs/lifecycles.md#accounts). Bank debits in progress, pending charges, credit and
 * coupons stay. Closing a closed account changes nothing. Throws `not_found`, `account_has_open_children` for a parent
 * with open children, and `simultaneous_request`.
 */
export const closeAccount =
  (deps: Omit<PaymentDeps, 'vault'>) =>
  async (caller: Caller, account_code: string): Promise<void> => {
    const { world } = deps;
    const { id } = await needAccount(deps.storage.of(caller.site.id), account_code);
    await recordInTurn(deps, caller, id, async (records) => {
      const account = await needAccount(records, account_code);
      if (account.state === 'closed') return account;
      if (await records.accounts.hasOpenChildren(id)) {
        throw new Failure('account_has_open_children', { value: account_code });
      }
      const at = caller.at;
      await records.paymentMethods.removeAll(id);
      for (const subscription of await records.subscriptions.live(id)) await endSubscription(records, subscription, at);
      for (const invoice of await records.invoices.openCharges(id)) {
        if (invoice.state !== 'processing') await failInvoice(records, world, invoice, at);
      }
      const closed: AccountRow = {
        ...account,
        state: 'closed',
        closed_at: at,
        updated_at: at,
        hosted_login_token: world.ids.secret(32),
      };
      await records.accounts.save(closed);
      records.events.say({ type: 'canceled_account', account: closed });
      await records.auditLog.append(auditEntry(world, caller, 'account.closed', account_code));
      return account;
    });
  };

/**
 * Ends a subscription: an active one is canceled, a paused one expires at once, a future one is removed; a canceled one
 * still expires at its time.
 */
const endSubscription = async (records: Records, subscription: ShownSubscription, at: Seconds): Promise<void> => {
  if (subscription.state === 'canceled') return;
  const ended = subscription.state === 'paused' ? expire(subscription, at) : cancel(subscription, at);
  await recordTransition(records, subscription, ended, at);
};
