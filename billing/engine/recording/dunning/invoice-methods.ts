import { type InvoiceMethods, methodsOf, nextMethod } from '../../../domain/dunning/alternate.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import { isDeclinedAttempt } from '../../../domain/payments/decline-codes.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Seconds } from '../../../values/time.ts';
import { payingMethod } from '../methods/paying-method.ts';
import { failedAttempts } from './failed-attempts.ts';

/** Returns the methods that may pay an invoice; undefined if its account has none. */
export const invoiceMethods = async (
  records: Pick<Records, 'paymentMethods'>,
  invoice: Pick<InvoiceRecord, 'account_id' | 'billing_info_uuid'>,
): Promise<InvoiceMethods | undefined> => {
  const main = await payingMethod(records, invoice);
  return main && methodsOf(main, await records.paymentMethods.ofAccount(invoice.account_id));
};

/**
 * Returns an invoice that waits for one attempt with the backup, which due work makes at once, in place of dunning;
 * undefined where none follows. It does after the first decline of an invoice that is collected automatically, unless
 * the customer was present: a change of a subscription is paid by its own method alone.
 */
export const awaitingBackup = async <I extends InvoiceRecord>(
  records: Pick<Records, 'paymentMethods' | 'transactions'>,
  invoice: I,
  at: Seconds,
): Promise<I | undefined> => {
  const { state, collection_method, origin, uuid, dunning } = invoice;
  if (state === 'past_due' || dunning || collection_method === 'manual' || origin === 'immediate_change')
    return undefined;
  const methods = await invoiceMethods(records, invoice);
  if (!methods?.backup) return undefined;
  const attempts = await failedAttempts(records, uuid);
  const last = attempts.at(-1);
  if (!last || last.backup || !isDeclinedAttempt(last.error_code)) return undefined;
  if (nextMethod(methods, attempts) !== methods.backup) return undefined;
  return { ...invoice, state: 'pending', attempt_next_collection_at: at, updated_at: at };
};
