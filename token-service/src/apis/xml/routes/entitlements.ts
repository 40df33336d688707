import { ENTITLEMENT_STATES, type EntitlementRecord } from '@service/billing/domain/entitlements/entitlements.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import {
  type EntitlementFilter,
  heldPermissionCodes,
  listEntitlements,
} from '@service/billing/queries/accounts/entitlements.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { entitlement, heldPermissions } from '@service/billing/resources/entitlement.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { shown } from './answers.ts';
import { chosen } from './chosen.ts';

const ACCOUNT = '/v2/accounts/:account_code';

const code = ({ params }: ApiRequest): string => params.account_code ?? '';

/** The codes of what a customer may use, as an application asks for them. */
export const entitlementRoutes = (deps: QueryDeps): Endpoint[] => {
  const held = heldPermissionCodes(deps);
  return [
    {
      name: 'account_permissions',
      method: 'GET',
      path: `${ACCOUNT}/permissions`,
      since: '2.29',
      async handle(request) {
        const account_code = code(request);
        return shown(heldPermissions, {
          account_code,
          codes: await held(request.caller, account_code, request.caller.at),
        });
      },
    },
  ];
};

/** The permissions of an account, with the subscriptions that grant them. */
export const entitlementLists = (deps: QueryDeps): ListEndpoint<EntitlementFilter>[] => {
  const account = findAccount(deps);
  return [
    {
      name: 'entitlements',
      path: `${ACCOUNT}/entitlements`,
      since: '2.29',
      resource: entitlement,
      filters: ['state'],
      async filter(request) {
        const { id: account_id } = await account(request.caller, code(request));
        return { account_id, ...chosen(request.query, 'state', ENTITLEMENT_STATES) };
      },
      ...listed(listEntitlements(deps)),
      idOf: (record) => (record as EntitlementRecord).key,
    },
  ];
};
