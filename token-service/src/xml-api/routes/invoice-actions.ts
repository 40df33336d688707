import type { PaymentDeps } from '@service/billing/engine/payments/open-intent.ts';
import { needInvoice } from '@service/billing/queries/invoices/need-invoice.ts';
import { editedInvoice } from '@service/billing/resources/edited-invoice.ts';
import { invoice } from '@service/billing/resources/invoice.ts';
import { offlinePayment } from '@service/billing/resources/offline-payment.ts';
import { transaction } from '@service/billing/resources/transaction.ts';
import { asSettled } from '@service/billing/transactions/settled.ts';
import { collectInvoice } from '@service/billing/usecases/invoices/collect-invoice.ts';
import { editInvoice } from '@service/billing/usecases/invoices/edit-invoice.ts';
import { markInvoiceFailed } from '@service/billing/usecases/invoices/mark-invoice-failed.ts';
import { markInvoiceSuccessful } from '@service/billing/usecases/invoices/mark-invoice-successful.ts';
import { recordOfflinePayment } from '@service/billing/usecases/invoices/record-offline-payment.ts';
import { voidCredit } from '@service/billing/usecases/invoices/void-credit.ts';
import { invoiceView } from '../../xml/views/invoice.ts';
import { partsOf } from '../../xml/views/invoice-parts.ts';
import { recordedParts } from '../../xml/views/order.ts';
import { transactionView } from '../../xml/views/transaction.ts';
import type { Answer, ApiRequest, Endpoint } from '../endpoint.ts';
import { created, shown } from './answers.ts';
import { declined } from './declined.ts';
import { collectionShown } from './invoice-collection.ts';
import { submitted, toCreate, toUpdate } from './submission.ts';

const ONE = '/v2/invoices/:invoice_number';
const editing = toUpdate(editedInvoice);
const entering = toCreate(offlinePayment);

const named = ({ params }: ApiRequest): string => params.invoice_number ?? '';

/** What becomes of an invoice once it is posted. */
export const invoiceActionRoutes = (deps: Omit<PaymentDeps, 'vault'>): Endpoint[] => {
  const collect = collectInvoice(deps);
  const successful = markInvoiceSuccessful(deps);
  const failed = markInvoiceFailed(deps);
  const voidOne = voidCredit(deps);
  const edit = editInvoice(deps);
  const enter = recordOfflinePayment(deps);

  const asItIs = async (request: ApiRequest, uuid: string): Promise<Answer> => {
    const records = deps.storage.of(request.caller.site.id);
    const [parts] = await partsOf(records, [await needInvoice(records, uuid)], request);
    return shown(invoice, invoiceView(parts!, request.version, request.words));
  };

  return [
    {
      name: 'update_invoice',
      method: 'PUT',
      path: ONE,
      since: '2.15',
      body: editing,
      handle: async (request) =>
        asItIs(request, await edit(request.caller, named(request), submitted(request, editing))),
    },
    {
      name: 'collect_invoice',
      method: 'PUT',
      path: `${ONE}/collect`,
      since: '2.5',
      async handle(request) {
        const { caller, words } = request;
        const records = deps.storage.of(caller.site.id);
        const collected = await collect(caller, named(request));
        if (collected.outcome === 'declined') return declined(collected, words);
        return collectionShown(request, await recordedParts(records, { charge: collected.uuid, credits: [] }, request));
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
        return collectionShown(request, await recordedParts(deps.storage.of(request.caller.site.id), given, request));
      },
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
        const payment = await deps.storage.of(request.caller.site.id).transactions.find(uuid);
        return created(transaction, transactionView(asSettled(payment!, request.caller.at), request.words));
      },
    },
  ];
};
