import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import type { PaymentDeps } from '@service/billing/engine/intents/open-intent.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { listBillingInfos } from '@service/billing/queries/accounts/billing-info.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { billingInfo } from '@service/billing/resources/billing-info.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { storing as body, methodHandlers, methodView, namedMethod, verifying } from './payment-methods.ts';

const PATH = '/v2/accounts/:account_code/billing_infos';
const ONE = `${PATH}/:billing_info_uuid`;

/** All payment methods of accounts. */
export const walletRoutes = (deps: PaymentDeps): Endpoint[] => {
  const { show, store, remove, verify, verifyCode } = methodHandlers(deps, true);
  const since = '2.29';
  return [
    {
      name: 'create_wallet_billing_info',
      method: 'POST',
      path: PATH,
      since,
      body,
      handle: (request) => store(request, { target: 'added', alwaysCreated: true }),
    },
    { name: 'wallet_billing_info', method: 'GET', path: ONE, since, handle: show },
    {
      name: 'update_wallet_billing_info',
      method: 'PUT',
      path: ONE,
      since,
      body,
      handle: (request) => store(request, { target: { uuid: request.params.billing_info_uuid ?? '' } }),
    },
    { name: 'delete_wallet_billing_info', method: 'DELETE', path: ONE, since, handle: remove },
    {
      name: 'verify_wallet_billing_info',
      method: 'POST',
      path: `${ONE}/verify`,
      since,
      body: verifying,
      handle: verify,
    },
    { name: 'verify_wallet_cvv', method: 'POST', path: `${ONE}/verify_cvv`, since, body, handle: verifyCode },
  ];
};

export const walletLists = (deps: QueryDeps): ListEndpoint<{ account_id: string }>[] => {
  const account = findAccount(deps);
  const { list, count } = listed(listBillingInfos(deps), (record, request) => methodView(record, request, true));
  return [
    {
      name: 'billing_infos',
      path: PATH,
      since: '2.29',
      resource: billingInfo,
      async filter(request) {
        const { id: account_id } = await account(request.caller, namedMethod(request).account_code);
        return { account_id };
      },
      async list(request, query) {
        const { records, more } = await list(request, query);
        // Clients take the first one for the primary. The order of a page of several is that of their cursors.
        const isWhole = !more && !query.from;
        const isPrimary = (record: object) => Number((record as BillingInfoRecord).primary_payment_method);
        return { records: isWhole ? records.toSorted((a, b) => isPrimary(b) - isPrimary(a)) : records, more };
      },
      count,
      idOf: (record) => (record as unknown as BillingInfoRecord).id,
    },
  ];
};
