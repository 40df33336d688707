import type { ItemRecord } from '@service/billing/domain/items/record.ts';
import type { ItemFilter } from '@service/billing/ports/items.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findItem, listItems } from '@service/billing/queries/catalogue/items.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { ITEM_STATES, item } from '@service/billing/resources/item.ts';
import { createItem } from '@service/billing/usecases/items/create-item.ts';
import { deactivateItem } from '@service/billing/usecases/items/deactivate-item.ts';
import { reactivateItem } from '@service/billing/usecases/items/reactivate-item.ts';
import { updateItem } from '@service/billing/usecases/items/update-item.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { shown } from './answers.ts';
import { chosen } from './chosen.ts';
import { crudOf } from './crud.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/items';
const since = '2.24';

/** Items of a site. */
export const itemRoutes = (deps: Deps): Endpoint[] => {
  const reactivate = reactivateItem(deps);
  return [
    ...crudOf(item, {
      path: PATH,
      key: 'item_code',
      since,
      find: findItem(deps),
      create: createItem(deps),
      update: updateItem(deps),
      remove: deactivateItem(deps),
      removal: 'deactivate',
    }),
    {
      name: 'reactivate_item',
      method: 'PUT',
      path: `${PATH}/:item_code/reactivate`,
      since,
      handle: async ({ caller, params }) => shown(item, await reactivate(caller, params.item_code ?? '')),
    },
  ];
};

export const itemLists = (deps: QueryDeps): ListEndpoint<ItemFilter>[] => [
  {
    name: 'items',
    path: PATH,
    since,
    resource: item,
    filters: ['state'],
    filter: async ({ query }) => chosen(query, 'state', ITEM_STATES),
    ...listed(listItems(deps)),
    idOf: (record) => (record as ItemRecord).id,
  },
];
