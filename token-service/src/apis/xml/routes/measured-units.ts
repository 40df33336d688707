import type { MeasuredUnitRecord } from '@service/billing/domain/plans/record.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findMeasuredUnit, listMeasuredUnits } from '@service/billing/queries/plans.ts';
import type { QueryDeps } from '@service/billing/queries/site-query.ts';
import { measuredUnit } from '@service/billing/resources/measured-unit.ts';
import { createMeasuredUnit } from '@service/billing/usecases/measured-units/create-measured-unit.ts';
import { removeMeasuredUnit } from '@service/billing/usecases/measured-units/remove-measured-unit.ts';
import { updateMeasuredUnit } from '@service/billing/usecases/measured-units/update-measured-unit.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { created, nothing, shown } from './answers.ts';
import { submitted, toCreate, toUpdate } from './submission.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/measured_units';
const ONE = `${PATH}/:measured_unit_id`;
const creating = toCreate(measuredUnit);
const changing = toUpdate(measuredUnit);

const id = ({ params }: ApiRequest): string => params.measured_unit_id ?? '';

/** Units in which usage is measured. */
export const measuredUnitRoutes = (deps: Deps): Endpoint[] => {
  const find = findMeasuredUnit(deps);
  const create = createMeasuredUnit(deps);
  const update = updateMeasuredUnit(deps);
  const remove = removeMeasuredUnit(deps);

  return [
    {
      name: 'create_measured_unit',
      method: 'POST',
      path: PATH,
      body: creating,
      handle: async (request) => created(measuredUnit, await create(request.caller, submitted(request, creating))),
    },
    {
      name: 'measured_unit',
      method: 'GET',
      path: ONE,
      handle: async (request) => shown(measuredUnit, await find(request.caller, id(request))),
    },
    {
      name: 'update_measured_unit',
      method: 'PUT',
      path: ONE,
      body: changing,
      handle: async (request) =>
        shown(measuredUnit, await update(request.caller, id(request), submitted(request, changing))),
    },
    {
      name: 'delete_measured_unit',
      method: 'DELETE',
      path: ONE,
      async handle(request) {
        await remove(request.caller, id(request));
        return nothing;
      },
    },
  ];
};

export const measuredUnitLists = (deps: QueryDeps): ListEndpoint<Readonly<Record<never, never>>>[] => [
  {
    name: 'measured_units',
    path: PATH,
    resource: measuredUnit,
    filter: async () => ({}),
    ...listed(listMeasuredUnits(deps)),
    idOf: (record) => (record as MeasuredUnitRecord).key,
  },
];
