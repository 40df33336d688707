import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { BusinessEntityRecord } from '@service/billing/domain/business-entities/record.ts';
import type { AccountFilter } from '@service/billing/ports/accounts.ts';
import type { InvoiceFilter } from '@service/billing/ports/invoices.ts';
import { listAccounts } from '@service/billing/queries/accounts/accounts.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { findBusinessEntity, listBusinessEntities } from '@service/billing/queries/settings/business-entities.ts';
import { account } from '@service/billing/resources/account.ts';
import { businessEntity } from '@service/billing/resources/business-entity.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { ACCOUNT_FILTERS, accountFilter } from './account-filters.ts';
import { shown } from './answers.ts';
import { invoiceListing, statesIn } from './invoices.ts';

const PATH = '/v2/business_entities';
const ONE = `${PATH}/:business_entity_id`;
const idIn = ({ params }: ApiRequest): string => params.business_entity_id ?? '';

/** The companies of a merchant that sell. An operator makes them. */
export const businessEntityRoutes = (deps: QueryDeps): Endpoint[] => {
  const find = findBusinessEntity(deps);
  return [
    {
      name: 'business_entity',
      method: 'GET',
      path: ONE,
      since: '2.29',
      handle: async (request) => shown(businessEntity, await find(request.caller, idIn(request))),
    },
  ];
};

export const businessEntityLists = (
  deps: QueryDeps,
): [ListEndpoint<Readonly<Record<never, never>>>, ListEndpoint<InvoiceFilter>, ListEndpoint<AccountFilter>] => {
  const find = findBusinessEntity(deps);
  return [
    {
      name: 'business_entities',
      path: PATH,
      since: '2.29',
      resource: businessEntity,
      filter: async () => ({}),
      ...listed(listBusinessEntities(deps)),
      idOf: (record) => (record as BusinessEntityRecord).key,
    },
    {
      ...invoiceListing(deps),
      name: 'business_entity_invoices',
      path: `${ONE}/invoices`,
      since: '2.29',
      filters: ['state'],
      async filter(request) {
        const { id } = await find(request.caller, idIn(request));
        return { ...statesIn(request), business_entity_id: id };
      },
    },
    {
      name: 'business_entity_accounts',
      path: `${ONE}/accounts`,
      since: '2.29',
      resource: account,
      filters: ACCOUNT_FILTERS,
      async filter(request) {
        const { id, subscriber_location_countries: countries } = await find(request.caller, idIn(request));
        return { ...accountFilter(request.query), sold_by: { id, countries } };
      },
      ...listed(listAccounts(deps)),
      idOf: (record) => (record as AccountRecord).id,
    },
  ];
};
