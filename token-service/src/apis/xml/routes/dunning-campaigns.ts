import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findShownCampaign, listShownCampaigns, type ShownCampaign } from '@service/billing/queries/dunning/dunning.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { campaignPlans, dunningCampaign } from '@service/billing/resources/dunning-campaign.ts';
import { assignToPlans } from '@service/billing/usecases/dunning/assign-to-plans.ts';
import { dunningCampaignView } from '../../../documents/xml/views/dunning-campaign.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { nothing, shown } from './answers.ts';
import { submitted, toCreate } from './submission.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/dunning_campaigns';
const ONE = `${PATH}/:dunning_campaign_id`;
const SINCE = '2.29';
const assigning = toCreate(campaignPlans);

const idIn = ({ params }: ApiRequest): string => params.dunning_campaign_id ?? '';

/** Dunning campaigns, and their assignment to plans. */
export const dunningCampaignRoutes = (deps: Deps): Endpoint[] => {
  const find = findShownCampaign(deps);
  const assign = assignToPlans(deps);
  return [
    {
      name: 'dunning_campaign',
      method: 'GET',
      path: ONE,
      since: SINCE,
      handle: async (request) => shown(dunningCampaign, dunningCampaignView(await find(request.caller, idIn(request)))),
    },
    {
      name: 'assign_dunning_campaign',
      method: 'PUT',
      path: `${ONE}/bulk_update`,
      since: SINCE,
      body: assigning,
      async handle(request) {
        await assign(request.caller, idIn(request), submitted(request, assigning));
        return nothing;
      },
    },
  ];
};

export const dunningCampaignLists = (deps: QueryDeps): ListEndpoint<Readonly<Record<never, never>>>[] => {
  const { page, count } = listShownCampaigns(deps);
  return [
    {
      name: 'dunning_campaigns',
      path: PATH,
      since: SINCE,
      resource: dunningCampaign,
      filter: async () => ({}),
      list: ({ caller }, query) => page(caller, query),
      async *views(_, records) {
        for (const record of records) yield dunningCampaignView(record as ShownCampaign);
      },
      count: ({ caller }, query) => count(caller, query),
      idOf: (record) => (record as ShownCampaign).id,
    },
  ];
};
