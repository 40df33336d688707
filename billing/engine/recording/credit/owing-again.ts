import type { MovedInvoice } from '../../../domain/invoices/moved.ts';
import { isOverdue, owedAgain } from '../../../domain/invoices/owed-again.ts';
import type { ShownInvoice } from '../../../domain/invoices/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Seconds } from '../../../values/time.ts';
import { pastDue } from '../dunning/past-due.ts';

/**
 * Returns a charge invoice of which so many cents are owed again, not saved yet. One that was paid is past due and in
 * dunning, or pending before its due date if it is collected manually. No attempt is scheduled: the customer has taken
 * money back, so the next one is requested or follows new billing info.
 */
export const owingAgain = async (
  records: Records,
  invoice: ShownInvoice,
  amount: number,
  at: Seconds,
): Promise<MovedInvoice<ShownInvoice>> => {
  const moved = owedAgain(invoice, amount, at);
  const owed = moved.invoice;
  const isManual = owed.collection_method === 'manual';
  if (owed.state !== 'pending' || (isManual ? !isOverdue(owed, at) : invoice.state !== 'paid')) return moved;
  const due = await pastDue(records, owed, at);
  return {
    invoice: { ...due.invoice, attempt_next_collection_at: null },
    events: [...moved.events, ...due.events],
  };
};
