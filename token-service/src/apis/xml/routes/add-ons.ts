import type { AddOnRecord } from '@service/billing/domain/plans/record.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findAddOn, findPlan, listAddOns } from '@service/billing/queries/catalogue/plans.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { addOn } from '@service/billing/resources/add-on.ts';
import { createAddOn } from '@service/billing/usecases/plans/create-add-on.ts';
import { removeAddOn } from '@service/billing/usecases/plans/remove-add-on.ts';
import { updateAddOn } from '@service/billing/usecases/plans/update-add-on.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { crudOf } from './crud.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/plans/:plan_code/add_ons';

const planCode = ({ params }: ApiRequest): string => params.plan_code ?? '';
const view = (request: ApiRequest, record: AddOnRecord) => ({ ...record, plan_code: planCode(request) });

/** Add-ons of plans. */
export const addOnRoutes = (deps: Deps): Endpoint[] =>
  crudOf(addOn, {
    path: PATH,
    key: 'add_on_code',
    find: findAddOn(deps),
    create: createAddOn(deps),
    update: updateAddOn(deps),
    remove: removeAddOn(deps),
  });

export const addOnLists = (deps: QueryDeps): ListEndpoint<{ readonly plan_id: string }>[] => {
  const plan = findPlan(deps);
  return [
    {
      name: 'add_ons',
      path: PATH,
      resource: addOn,
      async filter(request) {
        const { id } = await plan(request.caller, planCode(request));
        return { plan_id: id };
      },
      ...listed(listAddOns(deps), (record, request) => view(request, record)),
      idOf: (record) => (record as AddOnRecord).id,
    },
  ];
};
