import { changesBetween } from '../../domain/audit-log/changes.ts';
import { CAMPAIGN_SETTINGS, DEFAULT_CAMPAIGN, type DunningCampaign } from '../../domain/dunning/campaign.ts';
import { type CampaignInput, campaignCodeIssues, campaignIssues, configured } from '../../domain/dunning/configure.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { type Issue, refuse } from '../../values/failure.ts';

/** Adds a dunning campaign. Missing settings are those of the built-in default. Throws `Invalid`. */
export const addCampaign =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string, input: CampaignInput): Promise<DunningCampaign> =>
    storage.transaction(caller.site.id, async (records) => {
      const { at } = caller;
      const settings = configured(DEFAULT_CAMPAIGN, input);
      const isTaken = code === DEFAULT_CAMPAIGN.code || (await records.dunning.find(code)) !== undefined;
      refuse([
        ...campaignCodeIssues(code),
        ...(isTaken ? [{ field: 'campaign.code', symbol: 'taken' } satisfies Issue] : []),
        ...campaignIssues(settings),
      ]);
      const ids = { id: world.ids.uuid(), public_id: world.ids.secret(12).toLowerCase() };
      const campaign = { ...settings, ...ids, code, version: 1, created_at: at, updated_at: at };
      await records.dunning.add(campaign);
      await records.auditLog.append(
        auditEntry(
          world,
          caller,
          'dunning_campaign.added',
          code,
          changesBetween(undefined, campaign, CAMPAIGN_SETTINGS),
        ),
      );
      return campaign;
    });
