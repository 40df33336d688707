import type { ShippingAddressRecord } from '@service/billing/domain/accounts/record.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findAccount, findShippingAddress, listShippingAddresses } from '@service/billing/queries/accounts.ts';
import type { QueryDeps } from '@service/billing/queries/site-query.ts';
import { shippingAddress } from '@service/billing/resources/shipping-address.ts';
import { createShippingAddress } from '@service/billing/usecases/shipping-addresses/create-shipping-address.ts';
import { removeShippingAddress } from '@service/billing/usecases/shipping-addresses/remove-shipping-address.ts';
import { updateShippingAddress } from '@service/billing/usecases/shipping-addresses/update-shipping-address.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { created, nothing, shown } from './answers.ts';
import { submitted, toCreate, toUpdate } from './submission.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/accounts/:account_code/shipping_addresses';
const ONE = `${PATH}/:id`;
const creating = toCreate(shippingAddress);
const changing = toUpdate(shippingAddress);

const code = ({ params }: ApiRequest): string => params.account_code ?? '';
const id = ({ params }: ApiRequest): string => params.id ?? '';

const view = (request: ApiRequest, address: ShippingAddressRecord) => ({ ...address, account_code: code(request) });

/** Shipping addresses of accounts. */
export const shippingAddressRoutes = (deps: Deps): Endpoint[] => {
  const find = findShippingAddress(deps);
  const create = createShippingAddress(deps);
  const update = updateShippingAddress(deps);
  const remove = removeShippingAddress(deps);

  return [
    {
      name: 'create_shipping_address',
      method: 'POST',
      path: PATH,
      body: creating,
      async handle(request) {
        const address = await create(request.caller, code(request), submitted(request, creating));
        return created(shippingAddress, view(request, address));
      },
    },
    {
      name: 'shipping_address',
      method: 'GET',
      path: ONE,
      async handle(request) {
        return shown(shippingAddress, view(request, await find(request.caller, code(request), id(request))));
      },
    },
    {
      name: 'update_shipping_address',
      method: 'PUT',
      path: ONE,
      body: changing,
      async handle(request) {
        const sent = submitted(request, changing);
        const address = await update(request.caller, code(request), id(request), sent);
        return shown(shippingAddress, view(request, address));
      },
    },
    {
      name: 'delete_shipping_address',
      method: 'DELETE',
      path: ONE,
      async handle(request) {
        await remove(request.caller, code(request), id(request));
        return nothing;
      },
    },
  ];
};

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
