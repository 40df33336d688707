import type { PaymentDeps } from '@service/billing/engine/intents/open-intent.ts';
import { findCollectionParts, findInvoiceParts } from '@service/billing/queries/invoices/invoices.ts';
import { findTransaction } from '@service/billing/queries/payments/transactions.ts';
import { collectedInvoice } from '@service/billing/resources/collected-invoice.ts';
import { editedInvoice } from '@service/billing/resources/edited-invoice.ts';
import { invoice } from '@service/billing/resources/invoice.ts';
import { offlinePayment } from '@service/billing/resources/offline-payment.ts';
import { transaction } from '@service/billing/resources/transaction.ts';
import { applyCredit } from '@service/billing/usecases/invoices/apply-credit.ts';
import { collectInvoice } from '@service/billing/usecases/invoices/collect-invoice.ts';
import { editInvoice } from '@service/billing/usecases/invoices/edit-invoice.ts';
import { markInvoiceFailed } from '@service/billing/usecases/invoices/mark-invoice-failed.ts';
import { markInvoiceSuccessful } from '@service/billing/usecases/invoices/mark-invoice-successful.ts';
import { recordOfflinePayment } from '@service/billing/usecases/invoices/record-offline-payment.ts';
import { voidCredit } from '@service/billing/usecases/invoices/void-credit.ts';
import { invoiceView } from '../../../documents/xml/views/invoice.ts';
import { transactionView } from '../../../documents/xml/views/transaction.ts';
import { declinedAnswer } from '../declined.ts';
import type { ApiRequest, Endpoint, EndpointAnswer } from '../endpoint.ts';
import { created, shown } from './answers.ts';
import { collectionShown } from './invoice-collection.ts';
import { submitted, submittedSince221, toCreate, toUpdate } from './submission.ts';

const ONE = '/v2/invoices/:invoice_number';
const editing = toUpdate(editedInvoice);
const entering = toCreate(offlinePayment);
const collecting = { ...toUpdate(collectedInvoice), optional: true };

const named = ({ params }: ApiRequest): string => params.invoice_number ?? '';

/** Actions on posted invoices. */
export const invoiceActionRoutes = (deps: Omit<PaymentDeps, 'vault'>): Endpoint[] => {
  const find = findInvoiceParts(deps);
  const collectionOf = findCollectionParts(deps);
  const transactionOf = findTransaction(deps);
  const collect = collectInvoice(deps);
  const successful = markInvoiceSuccessful(deps);
  const failed = markInvoiceFailed(deps);
  const apply = applyCredit(deps);
  const voidOne = voidCredit(deps);
  const edit = editInvoice(deps);
  const enter = recordOfflinePayment(deps);

  const asItIs = async (request: ApiRequest, uuid: string): Promise<EndpointAnswer> =>
    shown(invoice, invoiceView(await find(request, uuid), request.version, request.words));

  return [
    {
      name: 'update_invoice',
      method: 'PUT',
      path: ONE,
      since: '2.14',
      body: editing,
      handle: async (request) =>
        asItIs(request, await edit(request.caller, named(request), submitted(request, editing))),
    },
    {
      name: 'collect_invoice',
      method: 'PUT',
      path: `${ONE}/collect`,
      since: '2.5',
      body: collecting,
      async handle(request) {
        const { caller, words } = request;
        const collected = await collect(caller, named(request), submittedSince221(request, collecting));
        if (collected.outcome === 'declined') return declinedAnswer(collected, words);
        return collectionShown(request, await collectionOf(request, { charge: collected.uuid, credits: [] }));
      },
    },
    {
      name: 'mark_invoice_successful',
      method: 'PUT',
      path: `${ONE}/mark_successful`,
      handle: async (request) => asItIs(request, await successful(request.caller, named(request))),
    },
    {
      name: 'mark_invoice_failed',
      method: 'PUT',
      path: `${ONE}/mark_failed`,
      async handle(request) {
        const given = await failed(request.caller, named(request));
        return collectionShown(request, await collectionOf(request, given));
      },
    },
    {
      name: 'apply_credit_balance',
      method: 'PUT',
      path: `${ONE}/apply_credit_balance`,
      since: '2.29',
      handle: async (request) => asItIs(request, await apply(request.caller, named(request))),
    },
    {
      name: 'void_invoice',
      method: 'PUT',
      path: `${ONE}/void`,
      since: '2.10',
      handle: async (request) => asItIs(request, await voidOne(request.caller, named(request))),
    },
    {
      name: 'create_invoice_transaction',
      method: 'POST',
      path: `${ONE}/transactions`,
      body: entering,
      async handle(request) {
        const sent = submitted(request, entering);
        const { uuid } = await enter(request.caller, named(request), sent);
        return created(transaction, transactionView(await transactionOf(request.caller, uuid), request.words));
      },
    },
  ];
};
