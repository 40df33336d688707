import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { TransactionFilter } from '@service/billing/ports/transactions.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { findInvoice } from '@service/billing/queries/invoices/invoices.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import {
  findInvoicePayment,
  findTransaction,
  listTransactions,
} from '@service/billing/queries/payments/transactions.ts';
import { type PaymentInput, payment } from '@service/billing/resources/payment.ts';
import { transaction } from '@service/billing/resources/transaction.ts';
import { createTransaction } from '@service/billing/usecases/transactions/create-transaction.ts';
import { transactionView } from '../../../documents/xml/views/transaction.ts';
import { declinedAnswer } from '../declined.ts';
import type { ApiRequest, Endpoint, EndpointAnswer, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { created, shown } from './answers.ts';
import { withBuyer } from './buyer.ts';
import { chosen } from './chosen.ts';
import { ownAccount } from './own-account.ts';
import { submitted, toCreate } from './submission.ts';

const body = toCreate(payment);

/** One-time payments, and transactions by their uuid. */
export const transactionRoutes = (deps: OrderDeps): Endpoint[] => {
  const find = findTransaction(deps);
  const paymentOf = findInvoicePayment(deps);
  const pay = createTransaction(deps);
  const account = findAccount(deps);
  const creating = (request: ApiRequest): Promise<EndpointAnswer> => {
    const { caller, words } = request;
    const { value, issues } = submitted(request, body);
    const { account: sent, ...rest }: PaymentInput = value;
    const own = ownAccount(request, 'transaction', sent, issues);
    return withBuyer(deps.vault, request, 'transaction', own.account, own.issues, async (buyer) => {
      const placed = await pay(caller, { payment: rest, ...buyer });
      if (placed.outcome === 'declined') return declinedAnswer(placed, words);
      const paid = await paymentOf(caller, placed.recorded.charge ?? '');
      return created(transaction, transactionView(paid, words));
    });
  };
  return [
    { name: 'create_transaction', method: 'POST', path: '/v2/transactions', body, handle: creating },
    {
      name: 'create_account_transaction',
      method: 'POST',
      path: '/v2/accounts/:account_code/transactions',
      body,
      async handle(request) {
        await account(request.caller, request.params.account_code ?? '');
        return creating(request);
      },
    },
    {
      name: 'transaction',
      method: 'GET',
      path: '/v2/transactions/:uuid',
      handle: async ({ caller, params, words }) =>
        shown(transaction, transactionView(await find(caller, params.uuid ?? ''), words)),
    },
  ];
};

const STATES = ['successful', 'failed', 'voided'] as const;
const TYPES = ['authorization', 'purchase', 'refund'] as const;

export const transactionLists = (deps: QueryDeps): ListEndpoint<TransactionFilter>[] => {
  const account = findAccount(deps);
  const invoice = findInvoice(deps);
  const listing: Pick<ListEndpoint<TransactionFilter>, 'resource' | 'filters' | 'list' | 'count' | 'idOf'> = {
    resource: transaction,
    filters: ['state', 'type'],
    ...listed(listTransactions(deps), (record, { words }) => transactionView(record, words)),
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
        const { id } = await account(request.caller, request.params.account_code ?? '');
        return { ...narrowed(request), account_id: id };
      },
    },
    {
      ...listing,
      name: 'invoice_transactions',
      path: '/v2/invoices/:invoice_number/transactions',
      since: '2.12',
      async filter(request) {
        const { uuid } = await invoice(request.caller, request.params.invoice_number ?? '');
        return { ...narrowed(request), invoice_id: uuid };
      },
    },
  ];
};
