import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { findInvoiceParts } from '@service/billing/queries/invoices/invoices.ts';
import { findTransaction } from '@service/billing/queries/payments/transactions.ts';
import { invoice } from '@service/billing/resources/invoice.ts';
import { integerKind, isFault } from '@service/billing/resources/kind.ts';
import { refund } from '@service/billing/resources/refund.ts';
import { transaction } from '@service/billing/resources/transaction.ts';
import { atLeast } from '@service/billing/resources/version.ts';
import { refundInvoice } from '@service/billing/usecases/refunds/refund-invoice.ts';
import { refundTransaction } from '@service/billing/usecases/refunds/refund-transaction.ts';
import { Invalid } from '@service/billing/values/failure.ts';
import { invoiceView } from '../../../documents/xml/views/invoice.ts';
import { transactionView } from '../../../documents/xml/views/transaction.ts';
import { declinedRefund } from '../declined.ts';
import type { Endpoint } from '../endpoint.ts';
import { created } from './answers.ts';
import { submitted, toCreate } from './submission.ts';

/** The body of a refund. A request without one refunds everything. */
const body = { ...toCreate(refund), optional: true };
const AMOUNT = 'amount_in_cents';

/** Refunds. */
export const refundRoutes = (deps: OrderDeps): Endpoint[] => {
  const findInvoice = findInvoiceParts(deps);
  const findPayment = findTransaction(deps);
  const refundOne = refundInvoice(deps);
  const refundPayment = refundTransaction(deps);

  return [
    {
      name: 'refund_invoice',
      method: 'POST',
      path: '/v2/invoices/:invoice_number/refund',
      body,
      async handle(request) {
        const { caller, params, version, words } = request;
        const { value, issues } = submitted(request, body);
        const sent = { value: { ...value, counted: atLeast(version, '2.29') }, issues };
        const refunded = await refundOne(caller, params.invoice_number ?? '', sent);
        if (refunded.outcome === 'declined') return declinedRefund(refunded, words);
        return created(invoice, invoiceView(await findInvoice(request, refunded.credit), version, words));
      },
    },
    {
      name: 'refund_transaction',
      method: 'DELETE',
      path: '/v2/transactions/:uuid',
      parameters: [AMOUNT],
      async handle({ caller, params, query, words }) {
        const refunded = await refundPayment(caller, params.uuid ?? '', readAmount(query));
        if (refunded.outcome === 'declined') return declinedRefund(refunded, words);
        const record = await findPayment(caller, refunded.transaction);
        return { ...created(transaction, transactionView(record, words)), status: 202 };
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
