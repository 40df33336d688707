import { changesBetween } from '../../domain/audit-log/changes.ts';
import { CAMPAIGN_SETTINGS } from '../../domain/dunning/campaign.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needCampaign } from '../../queries/dunning/dunning.ts';

/**
 * Removes a dunning campaign and its assignments. Invoices that are in dunning keep its schedule. If the site's own
 * default is removed, the built-in default applies. Throws `not_found`.
 */
export const removeCampaign =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const campaign = await needCampaign(records, code);
      await records.dunning.remove(campaign.id);
      await records.auditLog.append(
        auditEntry(
          world,
          caller,
          'dunning_campaign.removed',
          code,
          changesBetween(campaign, undefined, CAMPAIGN_SETTINGS),
        ),
      );
    });
