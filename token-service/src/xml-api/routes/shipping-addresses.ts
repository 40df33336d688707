import type { ShippingAddressRecord } from '@service/billing/accounts/record.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { needAccount } from '@service/billing/queries/accounts/need-account.ts';
import { needShippingAddress } from '@service/billing/queries/accounts/need-shipping-address.ts';
import { shippingAddress } from '@service/billing/resources/shipping-address.ts';
import { createShippingAddress } from '@service/billing/usecases/shipping-addresses/create-shipping-address.ts';
import { removeShippingAddress } from '@service/billing/usecases/shipping-addresses/remove-shipping-address.ts';
import { updateShippingAddress } from '@service/billing/usecases/shipping-addresses/update-shipping-address.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
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

/** Where the goods of an account go. */
export const shippingAddressRoutes = (deps: Deps): Endpoint[] => {
  const create = createShippingAddress(deps);
  const update = updateShippingAddress(deps);
  const remove = removeShippingAddress(deps);
  const view = (request: ApiRequest, address: ShippingAddressRecord) => ({ ...address, account_code: code(request) });

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
        const records = deps.storage.of(request.caller.site.id);
        return shown(shippingAddress, view(request, await needShippingAddress(records, code(request), id(request))));
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

export const shippingAddressLists = ({ storage }: Pick<Deps, 'storage'>): ListEndpoint<{ account_id: string }>[] => [
  {
    name: 'shipping_addresses',
    path: PATH,
    resource: shippingAddress,
    async filter(request) {
      const account = await needAccount(storage.of(request.caller.site.id), code(request));
      return { account_id: account.id };
    },
    async list(request, query) {
      const { records, more } = await storage.of(request.caller.site.id).shippingAddresses.list(query);
      return { records: records.map((address) => ({ ...address, account_code: code(request) })), more };
    },
    count: ({ caller }, query) => storage.of(caller.site.id).shippingAddresses.count(query),
    idOf: (record) => (record as ShippingAddressRecord).key,
  },
];
