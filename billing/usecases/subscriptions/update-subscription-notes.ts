import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import { stateFailure } from '../../domain/subscriptions/state-failure.ts';
import { gatewayIssues } from '../../engine/accounts/gateway-issues.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { customFieldsOf, readTexts } from '../../engine/subscriptions/reading/read-settings.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needSubscription } from '../../queries/subscriptions/subscriptions.ts';
import type { SubscriptionNotesInput } from '../../resources/changed-subscription.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

export interface NotesDeps {
  readonly storage: Storage;
  readonly gateways: Pick<Gateways, 'knows'>;
  readonly world: World;
}

/**
 * Changes the texts, the gateway and the custom fields of a subscription, from its next invoice on. Causes no invoice
 * and no event. Throws `not_found`, `Invalid`, `subscription_expired`.
 */
export const updateSubscriptionNotes =
  ({ storage, gateways, world }: NotesDeps) =>
  async (
    caller: Caller,
    uuid: string,
    { value, issues }: Submitted<SubscriptionNotesInput>,
  ): Promise<ShownSubscription> => {
    const unknownGateway = await gatewayIssues(gateways, caller.site, 'subscription.gateway_code', value.gateway_code);
    return storage.transaction(caller.site.id, async (records) => {
      const found = await needSubscription(records, uuid);
      if (found.state === 'expired') throw stateFailure('subscription_expired', found);
      const fields = await customFieldsOf(caller, records, found, value);
      refuse([...issues, ...fields.issues, ...unknownGateway]);
      const updated: ShownSubscription = {
        ...found,
        ...readTexts(value),
        ...fields.settings,
        ...(value.gateway_code === undefined ? {} : { gateway_code: value.gateway_code || null }),
        updated_at: caller.at,
      };
      await records.subscriptions.save(updated);
      await records.auditLog.append(auditEntry(world, caller, 'subscription.notes_updated', found.uuid));
      return updated;
    });
  };
