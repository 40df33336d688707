import {
  type Assignee,
  type ChosenCampaign,
  DEFAULT_CAMPAIGN,
  type DunningCampaign,
} from '../domain/dunning/campaign.ts';
import type { Records, Storage } from '../ports/storage.ts';
import type { Site } from '../resources/site.ts';
import { notFound } from '../values/failure.ts';

export interface ListedCampaign {
  readonly campaign: ChosenCampaign;
  /** Numbers of accounts and plans that have it, and whether the site has. */
  readonly assigned: Readonly<Record<Assignee, number>>;
}

/** Returns the dunning campaigns of a site by code, with the built-in default unless the site has its own. */
export const listCampaigns =
  ({ storage }: { readonly storage: Storage }) =>
  async ({ id }: Pick<Site, 'id'>): Promise<readonly ListedCampaign[]> => {
    const { dunning } = storage.of(id);
    const listed: ListedCampaign[] = [];
    for (const campaign of await dunning.all()) {
      listed.push({ campaign, assigned: await dunning.assignments(campaign.id) });
    }
    const hasDefault = listed.some(({ campaign }) => campaign.code === DEFAULT_CAMPAIGN.code);
    const builtIn = { campaign: DEFAULT_CAMPAIGN, assigned: { account: 0, plan: 0, site: 0 } };
    return hasDefault ? listed : [builtIn, ...listed];
  };

/** Returns the dunning campaign with a code. Throws `not_found`. */
export const needCampaign = async ({ dunning }: Pick<Records, 'dunning'>, code: string): Promise<DunningCampaign> => {
  const found = await dunning.find(code);
  if (!found) throw notFound('DunningCampaign', 'code', code);
  return found;
};
