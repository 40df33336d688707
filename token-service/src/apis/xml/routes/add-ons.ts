import type { AddOnRecord } from '@service/billing/domain/plans/record.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findAddOn, findPlan, listAddOns } from '@service/billing/queries/plans.ts';
import type { QueryDeps } from '@service/billing/queries/site-query.ts';
import { addOn } from '@service/billing/resources/add-on.ts';
import { createAddOn } from '@service/billing/usecases/plans/create-add-on.ts';
import { removeAddOn } from '@service/billing/usecases/plans/remove-add-on.ts';
import { updateAddOn } from '@service/billing/usecases/plans/update-add-on.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { created, nothing, shown } from './answers.ts';
import { submitted, toCreate, toUpdate } from './submission.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/plans/:plan_code/add_ons';
const ONE = `${PATH}/:add_on_code`;
const creating = toCreate(addOn);
const changing = toUpdate(addOn);

const planCode = ({ params }: ApiRequest): string => params.plan_code ?? '';
const code = ({ params }: ApiRequest): string => params.add_on_code ?? '';
const view = (request: ApiRequest, record: AddOnRecord) => ({ ...record, plan_code: planCode(request) });

/** Add-ons of plans. */
export const addOnRoutes = (deps: Deps): Endpoint[] => {
  const find = findAddOn(deps);
  const create = createAddOn(deps);
  const update = updateAddOn(deps);
  const remove = removeAddOn(deps);

  return [
    {
      name: 'create_add_on',
      method: 'POST',
      path: PATH,
      body: creating,
      async handle(request) {
        const record = await create(request.caller, planCode(request), submitted(request, creating));
        return created(addOn, view(request, record));
      },
    },
    {
      name: 'add_on',
      method: 'GET',
      path: ONE,
      async handle(request) {
        return shown(addOn, view(request, await find(request.caller, planCode(request), code(request))));
      },
    },
    {
      name: 'update_add_on',
      method: 'PUT',
      path: ONE,
      body: changing,
      async handle(request) {
        const sent = submitted(request, changing);
        return shown(addOn, view(request, await update(request.caller, planCode(request), code(request), sent)));
      },
    },
    {
      name: 'delete_add_on',
      method: 'DELETE',
      path: ONE,
      async handle(request) {
        await remove(request.caller, planCode(request), code(request));
        return nothing;
      },
    },
  ];
};

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
