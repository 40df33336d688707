import { DAY, type Seconds } from '../../values/time.ts';
import { resumeDunning } from '../dunning/dunning.ts';
import { balanceEvents } from './balance.ts';
import type { MovedInvoice } from './moved.ts';
import type { InvoiceRecord, ShownInvoice } from './record.ts';

/** Whether a manually collected invoice is past due: a day after its due date. */
export const isOverdue = ({ due_on }: Pick<InvoiceRecord, 'due_on'>, at: Seconds): boolean =>
  due_on !== null && at >= due_on + DAY;

/**
 * Returns a charge invoice with `amount`, in cents, added back to its balance. One that was paid is pending, cannot be
 * refunded, and continues its dunning.
 */
export const owedAgain = (invoice: ShownInvoice, amount: number, at: Seconds): MovedInvoice<ShownInvoice> => {
  const owed = { ...invoice, balance_in_cents: invoice.balance_in_cents + amount, updated_at: at };
  const balance = balanceEvents(invoice, amount);
  if (invoice.state !== 'paid') return { invoice: owed, events: balance };
  return {
    invoice: resumeDunning(
      { ...owed, state: 'pending', closed_at: null, refundable_total_in_cents: 0, recovery_reason: null },
      at,
    ),
    events: ['reopened_charge_invoice', ...balance],
  };
};
