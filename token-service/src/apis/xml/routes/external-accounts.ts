import type { ExternalAccountRecord } from '@service/billing/domain/external/record.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { findExternalAccount, listExternalAccounts } from '@service/billing/queries/catalogue/external.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { externalAccount } from '@service/billing/resources/external-account.ts';
import { createExternalAccount } from '@service/billing/usecases/external/create-external-account.ts';
import { removeExternalAccount } from '@service/billing/usecases/external/remove-external-account.ts';
import { updateExternalAccount } from '@service/billing/usecases/external/update-external-account.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { crudOf } from './crud.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/v2/accounts/:account_code/external_accounts';
const since = '2.29';

/** Accounts of customers at app stores. */
export const externalAccountRoutes = (deps: Deps): Endpoint[] =>
  crudOf(externalAccount, {
    path: PATH,
    key: 'external_account_id',
    since,
    find: findExternalAccount(deps),
    create: createExternalAccount(deps),
    update: updateExternalAccount(deps),
    remove: removeExternalAccount(deps),
  });

export const externalAccountLists = (deps: QueryDeps): ListEndpoint<{ readonly account_id: string }>[] => {
  const account = findAccount(deps);
  return [
    {
      name: 'external_accounts',
      path: PATH,
      since,
      resource: externalAccount,
      async filter({ caller, params }) {
        const { id: account_id } = await account(caller, params.account_code ?? '');
        return { account_id };
      },
      ...listed(listExternalAccounts(deps), (one, { params }) => ({ ...one, account_code: params.account_code })),
      idOf: (record) => (record as ExternalAccountRecord).key,
    },
  ];
};
