import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { notFound } from '@service/billing/failure.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { TransactionFilter } from '@service/billing/ports/transactions.ts';
import { needAccount } from '@service/billing/queries/accounts/need-account.ts';
import { needInvoice } from '@service/billing/queries/invoices/need-invoice.ts';
import { type PaymentInput, payment } from '@service/billing/resources/payment.ts';
import { transaction } from '@service/billing/resources/transaction.ts';
import type { TransactionRecord } from '@service/billing/transactions/record.ts';
import { asSettled } from '@service/billing/transactions/settled.ts';
import { createTransaction } from '@service/billing/usecases/transactions/create-transaction.ts';
import { transactionView } from '../../xml/views/transaction.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { created, shown } from './answers.ts';
import { withBuyer } from './buyer.ts';
import { chosen } from './chosen.ts';
import { declined } from './declined.ts';
import { submitted, toCreate } from './submission.ts';

const body = toCreate(payment);

/** One-time payments, and transactions by their uuid. */
export const transactionRoutes = (deps: OrderDeps): Endpoint[] => {
  const { storage } = deps;
  const pay = createTransaction(deps);
  return [
    {
      name: 'create_transaction',
      method: 'POST',
      path: '/v2/transactions',
      body,
      handle(request) {
        const { caller, words } = request;
        const { value, issues } = submitted(request, body);
        const { account, ...rest }: PaymentInput = value;
        return withBuyer(deps.vault, request, 'transaction', account, issues, async (buyer) => {
          const placed = await pay(caller, { payment: rest, ...buyer });
          if (placed.outcome === 'declined') return declined(placed, words);
          const [paid] = await storage.of(caller.site.id).transactions.ofInvoice(placed.recorded.charge ?? '');
          return created(transaction, transactionView(asSettled(paid!, caller.at), words));
        });
      },
    },
    {
      name: 'transaction',
      method: 'GET',
      path: '/v2/transactions/:uuid',
      async handle({ caller, params, words }) {
        const uuid = (params.uuid ?? '').replaceAll('-', '').toLowerCase();
        const found = await storage.of(caller.site.id).transactions.find(uuid);
        if (!found) throw notFound('Transaction', 'uuid', params.uuid ?? '');
        return shown(transaction, transactionView(asSettled(found, caller.at), words));
      },
    },
  ];
};

const STATES = ['successful', 'failed', 'voided'] as const;
const TYPES = ['authorization', 'purchase', 'refund'] as const;

export const transactionLists = ({ storage }: { readonly storage: Storage }): ListEndpoint<TransactionFilter>[] => {
  const listing: Pick<ListEndpoint<TransactionFilter>, 'resource' | 'filters' | 'list' | 'count' | 'idOf'> = {
    resource: transaction,
    filters: ['state', 'type'],
    async list({ caller, words }, query) {
      const { records, more } = await storage.of(caller.site.id).transactions.list(query);
      return { records: records.map((record) => transactionView(asSettled(record, caller.at), words)), more };
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
