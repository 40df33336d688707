import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { confirmInvoicePayment } from '@service/billing/usecases/invoices/confirm-invoice-payment.ts';
import type { Confirming } from '../pages/confirm.ts';
import type { Reads } from '../reads.ts';
import { offers, type Visit } from '../visit.ts';
import { invoiceChallenge } from './invoice-challenge.ts';

/**
 * Begins the challenge of the invoice that a request has just left past due because the customer has to confirm its
 * payment. Returns undefined if there is none. `done`: what the request did, for the page of the bank.
 */
export const beginInvoiceChallenge = ({ pastDueOf, waitsForCustomer }: Reads, deps: OrderDeps) => {
  const confirm = confirmInvoicePayment(deps);
  return async (visit: Visit, done: string): Promise<Confirming | undefined> => {
    if (!offers(visit, 'payment_method')) return undefined;
    // The key of this request holds its own outcome; each payment has an intent of its own.
    const { idempotency_key: _, ...paying } = visit.caller;
    // The visit has the account as it was before the request.
    const account = { ...visit.account, has_past_due_invoice: true };
    const pastDue = await pastDueOf({ caller: visit.caller, account });
    const invoice = pastDue.findLast(({ created_at }) => created_at >= paying.at);
    if (!invoice || !(await waitsForCustomer(visit, invoice))) return undefined;
    const begun = await confirm(paying, { uuid: invoice.uuid });
    return begun.outcome === 'challenged' ? invoiceChallenge(visit, invoice, begun.action_token_id, done) : undefined;
  };
};
