import type { Assignee, DunningAssignment, DunningCampaign } from '../domain/dunning/campaign.ts';

/** Dunning campaigns of a site, and their assignments to accounts, plans and the site. */
export interface DunningRecords {
  /** Returns all campaigns, ordered by code. */
  all(): Promise<readonly DunningCampaign[]>;
  find(code: string): Promise<DunningCampaign | undefined>;
  byPublicId(publicId: string): Promise<DunningCampaign | undefined>;
  add(campaign: DunningCampaign): Promise<void>;
  save(campaign: DunningCampaign): Promise<void>;
  /** Removes a campaign and its assignments. */
  remove(id: string): Promise<void>;
  /** The campaign of an account, a plan or the site; `id` is empty for the site. */
  assigned(assignee: Assignee, id: string): Promise<DunningCampaign | undefined>;
  /** Assigns a campaign, in place of an earlier one. */
  assign(assignment: DunningAssignment): Promise<void>;
  /** False when nothing was assigned. */
  unassign(assignee: Assignee, id: string): Promise<boolean>;
  /** Returns the number of accounts, plans and sites that have a campaign. */
  assignments(campaignId: string): Promise<Readonly<Record<Assignee, number>>>;
}
