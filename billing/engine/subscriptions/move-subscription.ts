import type { Caller } from '../../caller.ts';
import type { Records } from '../../ports/storage.ts';
import { needSubscription } from '../../queries/subscriptions/need-subscription.ts';
import type { ShownSubscription } from '../../subscriptions/record.ts';
import type { Transition } from '../../subscriptions/transition.ts';
import { auditEntry } from '../audit-entry.ts';
import { type IntentDeps, movingMoney } from '../payments/open-intent.ts';
import { recordTransition } from './record-transition.ts';

/** Decides on the subscription as it is stored now. Throws `Failure` and `Invalid` to leave it unchanged. */
export type Decide = (subscription: ShownSubscription, records: Records) => Transition | Promise<Transition>;

/**
 * Carries out a transition that bills and credits nothing, in one transaction, and returns the subscription as it is
 * then. Waits for other operations of its account. Throws `not_found`, `simultaneous_request`, and what `decide`
 * throws.
 *
 * @param what the entry of the audit log, for example `subscription.canceled`
 */
export const moveSubscription =
  (deps: IntentDeps) =>
  async (caller: Caller, uuid: string, what: string, decide: Decide): Promise<ShownSubscription> => {
    const found = await needSubscription(deps.storage.of(caller.site.id), uuid);
    return movingMoney(deps)(caller, found.account_id, async (records) => {
      const subscription = await needSubscription(records, found.uuid);
      const moved = await recordTransition(records, subscription, await decide(subscription, records), caller.at);
      await records.auditLog.append(auditEntry(deps.world, caller, what, subscription.uuid));
      return moved;
    });
  };
