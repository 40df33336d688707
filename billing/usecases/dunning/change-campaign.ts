import { changesBetween } from '../../domain/audit-log/changes.ts';
import { CAMPAIGN_SETTINGS, DEFAULT_CAMPAIGN, type DunningCampaign } from '../../domain/dunning/campaign.ts';
import { type CampaignInput, campaignIssues, configured } from '../../domain/dunning/configure.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needCampaign } from '../../queries/dunning/dunning.ts';
import { refuse } from '../../values/failure.ts';

/**
 * Creates the next version of a dunning campaign. Invoices that are in dunning keep the version with which they entered
 * it. Changing the built-in default creates a default for the site. Throws `not_found`, `Invalid`.
 */
export const changeCampaign =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string, input: CampaignInput): Promise<DunningCampaign> =>
    storage.transaction(caller.site.id, async (records) => {
      const { at } = caller;
      const isBuiltIn = code === DEFAULT_CAMPAIGN.code && (await records.dunning.find(code)) === undefined;
      const before = isBuiltIn
        ? { ...DEFAULT_CAMPAIGN, id: world.ids.uuid(), created_at: at }
        : await needCampaign(records, code);
      const campaign = { ...before, ...configured(before, input), version: before.version + 1, updated_at: at };
      refuse(campaignIssues(campaign));
      await (isBuiltIn ? records.dunning.add(campaign) : records.dunning.save(campaign));
      await records.auditLog.append(
        auditEntry(
          world,
          caller,
          'dunning_campaign.changed',
          code,
          changesBetween(before, campaign, CAMPAIGN_SETTINGS),
        ),
      );
      return campaign;
    });
