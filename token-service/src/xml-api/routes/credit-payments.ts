import { notFound } from '@service/billing/failure.ts';
import type { ShownCreditPayment } from '@service/billing/invoices/credit-payment.ts';
import type { CreditPaymentFilter } from '@service/billing/ports/invoices.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { needAccount } from '@service/billing/queries/accounts/need-account.ts';
import { needInvoice } from '@service/billing/queries/invoices/need-invoice.ts';
import { creditPayment } from '@service/billing/resources/credit-payment.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { shown } from './answers.ts';

interface Deps {
  readonly storage: Storage;
}

/** Credit on the move. */
export const creditPaymentRoutes = ({ storage }: Deps): Endpoint[] => [
  {
    name: 'credit_payment',
    method: 'GET',
    path: '/v2/credit_payments/:credit_payment_uuid',
    since: '2.10',
    async handle({ caller, params }) {
      const sent = params.credit_payment_uuid ?? '';
      const found = await storage.of(caller.site.id).creditPayments.find(sent.replaceAll('-', '').toLowerCase());
      if (!found) throw notFound('CreditPayment', 'uuid', sent);
      return shown(creditPayment, found);
    },
  },
];

export const creditPaymentLists = ({ storage }: Deps): ListEndpoint<CreditPaymentFilter>[] => {
  const listing: Pick<ListEndpoint<CreditPaymentFilter>, 'resource' | 'since' | 'list' | 'count' | 'idOf'> = {
    resource: creditPayment,
    since: '2.10',
    list: ({ caller }, query) => storage.of(caller.site.id).creditPayments.list(query),
    count: ({ caller }, query) => storage.of(caller.site.id).creditPayments.count(query),
    idOf: (record) => (record as ShownCreditPayment).uuid,
  };
  return [
    { ...listing, name: 'credit_payments', path: '/v2/credit_payments', filter: async () => ({}) },
    {
      ...listing,
      name: 'account_credit_payments',
      path: '/v2/accounts/:account_code/credit_payments',
      async filter({ caller, params }) {
        const account = await needAccount(storage.of(caller.site.id), params.account_code ?? '');
        return { account_id: account.id };
      },
    },
    {
      ...listing,
      name: 'invoice_credit_payments',
      path: '/v2/invoices/:invoice_number/credit_payments',
      async filter({ caller, params }) {
        const invoice = await needInvoice(storage.of(caller.site.id), params.invoice_number ?? '');
        return { invoice_id: invoice.uuid };
      },
    },
  ];
};
