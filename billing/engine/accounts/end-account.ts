import type { AccountRecord, AccountRow } from '../../domain/accounts/record.ts';
import { cancel } from '../../domain/subscriptions/cancel.ts';
import { expire } from '../../domain/subscriptions/expire.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { Failure } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { failInvoice } from '../recording/invoices/fail-invoice.ts';
import { recordTransition } from '../recording/subscriptions/record-transition.ts';

/**
 * Records that an account is closed (docs/lifecycles.md#accounts). A closed one stays as it is. Throws
 * `account_has_open_children` for a parent with open children.
 */
export const endAccount = async (
  records: Records,
  world: Pick<World, 'ids'>,
  caller: Caller,
  account: AccountRecord,
): Promise<void> => {
  if (account.state === 'closed') return;
  const { id, account_code } = account;
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
