import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { Invalid } from '@service/billing/failure.ts';
import { invoice } from '@service/billing/resources/invoice.ts';
import { integerKind, isFault } from '@service/billing/resources/kind.ts';
import { refund } from '@service/billing/resources/refund.ts';
import { transaction } from '@service/billing/resources/transaction.ts';
import { asSettled } from '@service/billing/transactions/settled.ts';
import { refundInvoice } from '@service/billing/usecases/refunds/refund-invoice.ts';
import { refundTransaction } from '@service/billing/usecases/refunds/refund-transaction.ts';
import { invoiceView } from '../../xml/views/invoice.ts';
import { partsOf } from '../../xml/views/invoice-parts.ts';
import { transactionView } from '../../xml/views/transaction.ts';
import type { Endpoint } from '../endpoint.ts';
import { created } from './answers.ts';
import { declinedRefund } from './declined.ts';
import { submitted, toCreate } from './submission.ts';

const body = toCreate(refund);
const AMOUNT = 'amount_in_cents';

/** Refunds. */
export const refundRoutes = (deps: OrderDeps): Endpoint[] => {
  const giveBack = refundInvoice(deps);
  const giveBackPayment = refundTransaction(deps);

  return [
    {
      name: 'refund_invoice',
      method: 'POST',
      path: '/v2/invoices/:invoice_number/refund',
      body,
      async handle(request) {
        const { caller, params, version, words } = request;
        const records = deps.storage.of(caller.site.id);
        const given = await giveBack(caller, params.invoice_number ?? '', submitted(request, body));
        if (given.outcome === 'declined') return declinedRefund(given, words);
        const [credit] = await partsOf(records, [(await records.invoices.find(given.credit))!], request);
        return created(invoice, invoiceView(credit!, version, words));
      },
    },
    {
      name: 'refund_transaction',
      method: 'DELETE',
      path: '/v2/transactions/:uuid',
      parameters: [AMOUNT],
      async handle({ caller, params, query, words }) {
        const given = await giveBackPayment(caller, params.uuid ?? '', readAmount(query));
        if (given.outcome === 'declined') return declinedRefund(given, words);
        const told = await deps.storage.of(caller.site.id).transactions.find(given.transaction);
        return { ...created(transaction, transactionView(asSettled(told!, caller.at), words)), status: 202 };
      },
    },
  ];
};

const CENTS = integerKind(1);

/** Absent or empty: everything that is left. */
const readAmount = (query: URLSearchParams): number | undefined => {
  const sent = query.get(AMOUNT);
  if (!sent) return undefined;
  const amount = CENTS.read(sent);
  if (isFault(amount)) throw new Invalid([{ field: `transaction.${AMOUNT}`, ...amount }]);
  return amount;
};
