import { type Assignee, DEFAULT_CAMPAIGN, type DunningCampaign } from '../../domain/dunning/campaign.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { type Failure, notFound } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { shortListing } from '../lists/short-listing.ts';
import type { SiteList } from '../lists/site-list.ts';
import { type QueryDeps, siteQuery } from '../lists/site-query.ts';

export interface ListedCampaign {
  readonly campaign: Omit<DunningCampaign, 'id' | 'created_at' | 'updated_at'>;
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

/** A campaign as the API shows it: whether it applies where no other is assigned. */
export interface ShownCampaign extends DunningCampaign {
  readonly default_campaign: boolean;
  /** Its place in the list. */
  readonly key: string;
}

/** Returns all campaigns of a site. The built-in default, until it is changed, is as old as the site. */
const shownCampaigns = async ({ dunning }: Pick<Records, 'dunning'>, site: Site): Promise<ShownCampaign[]> => {
  const own = await dunning.all();
  const began = createdAt(site.id);
  const builtIn = { ...DEFAULT_CAMPAIGN, id: site.id, created_at: began, updated_at: began };
  const all = own.some(({ code }) => code === DEFAULT_CAMPAIGN.code) ? own : [builtIn, ...own];
  const { code: ofSite } = (await dunning.assigned('site', '')) ?? DEFAULT_CAMPAIGN;
  return all.map((one) => ({ ...one, key: one.id, default_campaign: one.code === ofSite }));
};

/** Returns the moment that a UUIDv7 contains. */
const createdAt = (id: string): Seconds => Math.floor(Number.parseInt(id.slice(0, 12), 16) / 1000);

/** Lists the campaigns of a site, with the built-in default. */
export const listShownCampaigns = ({ storage }: QueryDeps): SiteList<ShownCampaign, Readonly<Record<never, never>>> => {
  const listing = ({ site }: Caller) => shortListing(() => shownCampaigns(storage.of(site.id), site));
  return {
    page: (caller, query) => listing(caller).list(query),
    count: (caller, query) => listing(caller).count(query),
  };
};

/** Returns the campaign with an id of the API. Throws `not_found`. */
export const findShownCampaign =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, public_id: string): Promise<ShownCampaign> => {
    const found = (await shownCampaigns(storage.of(site.id), site)).find((one) => one.public_id === public_id);
    if (!found) throw unknownCampaign(public_id);
    return found;
  };

export const unknownCampaign = (public_id: string): Failure => notFound('DunningCampaign', 'id', public_id);

/** Returns the dunning campaign with a code. Throws `not_found`. */
export const needCampaign = async ({ dunning }: Pick<Records, 'dunning'>, code: string): Promise<DunningCampaign> => {
  const found = await dunning.find(code);
  if (!found) throw notFound('DunningCampaign', 'code', code);
  return found;
};

/** Returns the campaign that is assigned to an account itself, by its id; undefined where that of its plan applies. */
export const findCampaignOfAccount = siteQuery(({ dunning }: Pick<Records, 'dunning'>, account_id: string) =>
  dunning.assigned('account', account_id),
);
