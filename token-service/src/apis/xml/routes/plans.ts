import type { PlanRecord } from '@service/billing/domain/plans/record.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findPlan, listPlans } from '@service/billing/queries/catalogue/plans.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { plan } from '@service/billing/resources/plan.ts';
import { createPlan } from '@service/billing/usecases/plans/create-plan.ts';
import { removePlan } from '@service/billing/usecases/plans/remove-plan.ts';
import { updatePlan } from '@service/billing/usecases/plans/update-plan.ts';
import { planView } from '../../../documents/xml/views/plan.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { crudOf } from './crud.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/plans';

/** Plans of a site. */
export const planRoutes = (deps: Deps): Endpoint[] =>
  crudOf(plan, {
    path: PATH,
    key: 'plan_code',
    find: findPlan(deps),
    create: createPlan(deps),
    update: updatePlan(deps),
    remove: removePlan(deps),
    view: (record, version) => planView(record as PlanRecord, version),
  });

export const planLists = (deps: QueryDeps): ListEndpoint<Readonly<Record<never, never>>>[] => [
  {
    name: 'plans',
    path: PATH,
    resource: plan,
    filter: async () => ({}),
    ...listed(listPlans(deps), (record, { version }) => planView(record, version)),
    idOf: (record) => (record as PlanRecord).id,
  },
];
