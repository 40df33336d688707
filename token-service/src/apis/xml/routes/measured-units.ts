import type { MeasuredUnitRecord } from '@service/billing/domain/plans/record.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findMeasuredUnit, listMeasuredUnits } from '@service/billing/queries/catalogue/plans.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { measuredUnit } from '@service/billing/resources/measured-unit.ts';
import { createMeasuredUnit } from '@service/billing/usecases/measured-units/create-measured-unit.ts';
import { removeMeasuredUnit } from '@service/billing/usecases/measured-units/remove-measured-unit.ts';
import { updateMeasuredUnit } from '@service/billing/usecases/measured-units/update-measured-unit.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { crudOf } from './crud.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/measured_units';

/** Units in which usage is measured. */
export const measuredUnitRoutes = (deps: Deps): Endpoint[] =>
  crudOf(measuredUnit, {
    path: PATH,
    key: 'measured_unit_id',
    find: findMeasuredUnit(deps),
    create: createMeasuredUnit(deps),
    update: updateMeasuredUnit(deps),
    remove: removeMeasuredUnit(deps),
  });

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
