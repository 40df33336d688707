import type { ShippingMethodRecord } from '@service/billing/domain/shipping/shipping-method.ts';
import { findShippingMethod, listShippingMethods } from '@service/billing/queries/catalogue/shipping-methods.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { shippingMethod } from '@service/billing/resources/shipping-method.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { shown } from './answers.ts';

const PATH = '/v2/shipping_methods';
const since = '2.20';

/** Shipping methods of a site. The operator defines them, so they are only read here. */
export const shippingMethodRoutes = (deps: QueryDeps): Endpoint[] => {
  const find = findShippingMethod(deps);
  return [
    {
      name: 'shipping_method',
      method: 'GET',
      path: `${PATH}/:code`,
      since,
      handle: async ({ caller, params }) => shown(shippingMethod, await find(caller, params.code ?? '')),
    },
  ];
};

export const shippingMethodLists = (deps: QueryDeps): ListEndpoint<Readonly<Record<never, never>>>[] => [
  {
    name: 'shipping_methods',
    path: PATH,
    since,
    resource: shippingMethod,
    filter: async () => ({}),
    ...listed(listShippingMethods(deps)),
    idOf: (record) => (record as ShippingMethodRecord).id,
  },
];
