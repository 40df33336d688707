import type {
  GeneralLedgerAccountRecord,
  PerformanceObligationRecord,
} from '@service/billing/domain/general-ledger/record.ts';
import type { GeneralLedgerAccountFilter } from '@service/billing/ports/general-ledger.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import {
  findGeneralLedgerAccount,
  findPerformanceObligation,
  listGeneralLedgerAccounts,
  listPerformanceObligations,
} from '@service/billing/queries/books/general-ledger.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { generalLedgerAccount, LEDGER_ACCOUNT_TYPES } from '@service/billing/resources/general-ledger-account.ts';
import { performanceObligation } from '@service/billing/resources/performance-obligation.ts';
import { createGeneralLedgerAccount } from '@service/billing/usecases/general-ledger/create-general-ledger-account.ts';
import { updateGeneralLedgerAccount } from '@service/billing/usecases/general-ledger/update-general-ledger-account.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { shown } from './answers.ts';
import { chosen } from './chosen.ts';
import { crudOf } from './crud.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const ACCOUNTS = '/v2/general_ledger_accounts';
const OBLIGATIONS = '/v2/performance_obligations';

/** Accounts of the merchant's bookkeeping and performance obligations, which label invoice lines. */
export const generalLedgerRoutes = (deps: Deps): Endpoint[] => {
  const obligation = findPerformanceObligation(deps);
  return [
    ...crudOf(generalLedgerAccount, {
      path: ACCOUNTS,
      key: 'general_ledger_account_id',
      since: '2.29',
      find: findGeneralLedgerAccount(deps),
      create: createGeneralLedgerAccount(deps),
      update: updateGeneralLedgerAccount(deps),
    }),
    {
      name: 'performance_obligation',
      method: 'GET',
      path: `${OBLIGATIONS}/:performance_obligation_id`,
      since: '2.29',
      handle: async ({ caller, params }) =>
        shown(performanceObligation, await obligation(caller, params.performance_obligation_id ?? '')),
    },
  ];
};

export const generalLedgerLists = (
  deps: QueryDeps,
): [ListEndpoint<GeneralLedgerAccountFilter>, ListEndpoint<Readonly<Record<never, never>>>] => [
  {
    name: 'general_ledger_accounts',
    path: ACCOUNTS,
    since: '2.29',
    resource: generalLedgerAccount,
    filter: async ({ query }) => chosen(query, 'account_type', LEDGER_ACCOUNT_TYPES),
    filters: ['account_type'],
    ...listed(listGeneralLedgerAccounts(deps)),
    idOf: (record) => (record as GeneralLedgerAccountRecord).key,
  },
  {
    name: 'performance_obligations',
    path: OBLIGATIONS,
    since: '2.29',
    resource: performanceObligation,
    filter: async () => ({}),
    ...listed(listPerformanceObligations(deps)),
    idOf: (record) => (record as PerformanceObligationRecord).key,
  },
];
