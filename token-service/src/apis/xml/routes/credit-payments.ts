import type { ShownCreditPayment } from '@service/billing/domain/invoices/credit-payment.ts';
import type { CreditPaymentFilter } from '@service/billing/ports/invoices.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { findCreditPayment, findInvoice, listCreditPayments } from '@service/billing/queries/invoices/invoices.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { creditPayment } from '@service/billing/resources/credit-payment.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { shown } from './answers.ts';

/** Payments from credit. */
export const creditPaymentRoutes = (deps: QueryDeps): Endpoint[] => {
  const find = findCreditPayment(deps);
  return [
    {
      name: 'credit_payment',
      method: 'GET',
      path: '/v2/credit_payments/:credit_payment_uuid',
      since: '2.10',
      handle: async ({ caller, params }) => shown(creditPayment, await find(caller, params.credit_payment_uuid ?? '')),
    },
  ];
};

export const creditPaymentLists = (deps: QueryDeps): ListEndpoint<CreditPaymentFilter>[] => {
  const account = findAccount(deps);
  const invoice = findInvoice(deps);
  const listing: Pick<ListEndpoint<CreditPaymentFilter>, 'resource' | 'since' | 'list' | 'count' | 'idOf'> = {
    resource: creditPayment,
    since: '2.10',
    ...listed(listCreditPayments(deps)),
    idOf: (record) => (record as ShownCreditPayment).uuid,
  };
  return [
    { ...listing, name: 'credit_payments', path: '/v2/credit_payments', filter: async () => ({}) },
    {
      ...listing,
      name: 'account_credit_payments',
      path: '/v2/accounts/:account_code/credit_payments',
      async filter({ caller, params }) {
        const { id } = await account(caller, params.account_code ?? '');
        return { account_id: id };
      },
    },
    {
      ...listing,
      name: 'invoice_credit_payments',
      path: '/v2/invoices/:invoice_number/credit_payments',
      async filter({ caller, params }) {
        const { uuid } = await invoice(caller, params.invoice_number ?? '');
        return { invoice_id: uuid };
      },
    },
  ];
};
