import type { UsageRecord } from '@service/billing/domain/usages/record.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { UsageFilter } from '@service/billing/ports/usages.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import {
  findUsage,
  findUsageOwner,
  listUsages,
  type UsageOwner,
} from '@service/billing/queries/subscriptions/usages.ts';
import { usage } from '@service/billing/resources/usage.ts';
import { recordUsage } from '@service/billing/usecases/usages/record-usage.ts';
import { removeUsage } from '@service/billing/usecases/usages/remove-usage.ts';
import { updateUsage } from '@service/billing/usecases/usages/update-usage.ts';
import { usageView } from '../../../documents/xml/views/usage.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { readMomentParameter } from '../lists/parameters.ts';
import { created, nothing, shown } from './answers.ts';
import { chosen } from './chosen.ts';
import { submitted, toCreate, toUpdate } from './submission.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/subscriptions/:subscription_uuid/add_ons/:add_on_code/usage';
const ONE = `${PATH}/:usage_id`;
const creating = toCreate(usage);
const changing = toUpdate(usage);

const owner = ({ params }: ApiRequest): UsageOwner => ({
  subscription_uuid: params.subscription_uuid ?? '',
  add_on_code: params.add_on_code ?? '',
});
const id = ({ params }: ApiRequest): string => params.usage_id ?? '';

/** Usage of subscriptions' add-ons. */
export const usageRoutes = (deps: Deps): Endpoint[] => {
  const find = findUsage(deps);
  const record = recordUsage(deps);
  const update = updateUsage(deps);
  const remove = removeUsage(deps);

  return [
    {
      name: 'create_usage',
      method: 'POST',
      path: PATH,
      body: creating,
      handle: async (request) =>
        created(usage, usageView(await record(request.caller, owner(request), submitted(request, creating)))),
    },
    {
      name: 'usage',
      method: 'GET',
      path: ONE,
      async handle(request) {
        const found = await find(request.caller, owner(request), id(request));
        return shown(usage, usageView(found.usage));
      },
    },
    {
      name: 'update_usage',
      method: 'PUT',
      path: ONE,
      body: changing,
      handle: async (request) =>
        shown(
          usage,
          usageView(await update(request.caller, owner(request), id(request), submitted(request, changing))),
        ),
    },
    {
      name: 'delete_usage',
      method: 'DELETE',
      path: ONE,
      async handle(request) {
        await remove(request.caller, owner(request), id(request));
        return nothing;
      },
    },
  ];
};

export const usageLists = (deps: QueryDeps): ListEndpoint<UsageFilter>[] => {
  const subscription = findUsageOwner(deps);
  return [
    {
      name: 'usages',
      path: PATH,
      resource: usage,
      filters: ['datetime_type', 'start_datetime', 'end_datetime', 'billing_status'],
      async filter(request) {
        const { uuid } = await subscription(request.caller, owner(request));
        return {
          subscription_id: uuid,
          add_on_code: owner(request).add_on_code,
          ...billedIn(request),
          dated: datedIn(request),
        };
      },
      ...listed(listUsages(deps), usageView),
      idOf: (record) => (record as UsageRecord).key,
    },
  ];
};

const billedIn = ({ query }: ApiRequest): Pick<UsageFilter, 'billed'> => {
  const { billing_status: status = 'all' } = chosen(query, 'billing_status', ['all', 'unbilled', 'billed']);
  return status === 'all' ? {} : { billed: status === 'billed' };
};

const datedIn = ({ query }: ApiRequest): NonNullable<UsageFilter['dated']> => {
  const { datetime_type: type = 'usage' } = chosen(query, 'datetime_type', ['usage', 'recording']);
  const from = readMomentParameter(query, 'start_datetime');
  const to = readMomentParameter(query, 'end_datetime');
  return {
    by: `${type}_timestamp`,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
};
