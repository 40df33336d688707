import { notFound } from '@service/billing/failure.ts';
import type { Storage, TransactionFilter, TransactionRecord } from '@service/billing/ports/records.ts';
import { transaction } from '@service/billing/resources/transaction.ts';
import { needAccount } from '@service/billing/rules/account.ts';
import { needInvoice } from '@service/billing/rules/invoice.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { transactionView } from '../views/transaction.ts';
import { shown } from './answers.ts';
import { chosen } from './chosen.ts';

/** What moved at gateways (specification "Endpoints"; reference "resources", section 7). */
export const transactionRoutes = ({ storage }: { readonly storage: Storage }): Endpoint[] => [
  {
    name: 'transaction',
    method: 'GET',
    path: '/v2/transactions/:uuid',
    async handle({ caller, params, words }) {
      const uuid = (params.uuid ?? '').replaceAll('-', '').toLowerCase();
      const found = await storage.of(caller.site.id).transactions.find(uuid);
      if (!found) throw notFound('Transaction', 'uuid', params.uuid ?? '');
      return shown(transaction, transactionView(found, words));
    },
  },
];

const STATES = ['successful', 'failed', 'voided'] as const;
const TYPES = ['authorization', 'purchase', 'refund'] as const;

export const transactionLists = ({ storage }: { readonly storage: Storage }): ListEndpoint<TransactionFilter>[] => {
  const listing: Pick<ListEndpoint<TransactionFilter>, 'resource' | 'filters' | 'list' | 'count' | 'idOf'> = {
    resource: transaction,
    filters: ['state', 'type'],
    async list({ caller, words }, query) {
      const { records, more } = await storage.of(caller.site.id).transactions.list(query);
      return { records: records.map((record) => transactionView(record, words)), more };
    },
    count: ({ caller }, query) => storage.of(caller.site.id).transactions.count(query),
    idOf: (record) => (record as TransactionRecord).uuid,
  };
  const narrowed = ({ query }: ApiRequest): TransactionFilter => ({
    ...chosen(query, 'state', STATES),
    ...chosen(query, 'type', TYPES),
  });
  return [
    { ...listing, name: 'transactions', path: '/v2/transactions', filter: async (request) => narrowed(request) },
    {
      ...listing,
      name: 'account_transactions',
      path: '/v2/accounts/:account_code/transactions',
      async filter(request) {
        const account = await needAccount(storage.of(request.caller.site.id), request.params.account_code ?? '');
        return { ...narrowed(request), account_id: account.id };
      },
    },
    {
      ...listing,
      name: 'invoice_transactions',
      path: '/v2/invoices/:invoice_number/transactions',
      async filter(request) {
        const invoice = await needInvoice(storage.of(request.caller.site.id), request.params.invoice_number ?? '');
        return { ...narrowed(request), invoice_id: invoice.uuid };
      },
    },
  ];
};
