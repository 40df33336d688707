import type { ShippingAddressRecord } from '@service/billing/domain/accounts/record.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findAccount, findShippingAddress, listShippingAddresses } from '@service/billing/queries/accounts/accounts.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { shippingAddress } from '@service/billing/resources/shipping-address.ts';
import { createShippingAddress } from '@service/billing/usecases/shipping-addresses/create-shipping-address.ts';
import { removeShippingAddress } from '@service/billing/usecases/shipping-addresses/remove-shipping-address.ts';
import { updateShippingAddress } from '@service/billing/usecases/shipping-addresses/update-shipping-address.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { crudOf } from './crud.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/accounts/:account_code/shipping_addresses';

const code = ({ params }: ApiRequest): string => params.account_code ?? '';

const view = (request: ApiRequest, address: ShippingAddressRecord) => ({ ...address, account_code: code(request) });

/** Shipping addresses of accounts. */
export const shippingAddressRoutes = (deps: Deps): Endpoint[] =>
  crudOf(shippingAddress, {
    path: PATH,
    key: 'id',
    find: findShippingAddress(deps),
    create: createShippingAddress(deps),
    update: updateShippingAddress(deps),
    remove: removeShippingAddress(deps),
  });

export const shippingAddressLists = (deps: QueryDeps): ListEndpoint<{ account_id: string }>[] => {
  const account = findAccount(deps);
  return [
    {
      name: 'shipping_addresses',
      path: PATH,
      resource: shippingAddress,
      async filter(request) {
        const { id: account_id } = await account(request.caller, code(request));
        return { account_id };
      },
      ...listed(listShippingAddresses(deps), (address, request) => view(request, address)),
      idOf: (record) => (record as ShippingAddressRecord).key,
    },
  ];
};
