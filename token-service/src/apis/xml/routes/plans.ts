import type { PlanRecord } from '@service/billing/domain/plans/record.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findPlan, listPlans } from '@service/billing/queries/plans.ts';
import type { QueryDeps } from '@service/billing/queries/site-query.ts';
import { plan } from '@service/billing/resources/plan.ts';
import { createPlan } from '@service/billing/usecases/plans/create-plan.ts';
import { removePlan } from '@service/billing/usecases/plans/remove-plan.ts';
import { updatePlan } from '@service/billing/usecases/plans/update-plan.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { created, nothing, shown } from './answers.ts';
import { submitted, toCreate, toUpdate } from './submission.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/plans';
const ONE = `${PATH}/:plan_code`;
const creating = toCreate(plan);
const changing = toUpdate(plan);

const code = ({ params }: ApiRequest): string => params.plan_code ?? '';

/** Plans of a site. */
export const planRoutes = (deps: Deps): Endpoint[] => {
  const find = findPlan(deps);
  const create = createPlan(deps);
  const update = updatePlan(deps);
  const remove = removePlan(deps);

  return [
    {
      name: 'create_plan',
      method: 'POST',
      path: PATH,
      body: creating,
      handle: async (request) => created(plan, await create(request.caller, submitted(request, creating))),
    },
    {
      name: 'plan',
      method: 'GET',
      path: ONE,
      handle: async (request) => shown(plan, await find(request.caller, code(request))),
    },
    {
      name: 'update_plan',
      method: 'PUT',
      path: ONE,
      body: changing,
      handle: async (request) => shown(plan, await update(request.caller, code(request), submitted(request, changing))),
    },
    {
      name: 'delete_plan',
      method: 'DELETE',
      path: ONE,
      async handle(request) {
        await remove(request.caller, code(request));
        return nothing;
      },
    },
  ];
};

export const planLists = (deps: QueryDeps): ListEndpoint<Readonly<Record<never, never>>>[] => [
  {
    name: 'plans',
    path: PATH,
    resource: plan,
    filter: async () => ({}),
    ...listed(listPlans(deps)),
    idOf: (record) => (record as PlanRecord).id,
  },
];
