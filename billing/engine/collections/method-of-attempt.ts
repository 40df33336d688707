import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import { nextMethod } from '../../domain/dunning/alternate.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import { isDeclinedAttempt } from '../../domain/payments/decline-codes.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure } from '../../values/failure.ts';
import { failedAttempts } from '../recording/dunning/failed-attempts.ts';
import { invoiceMethods } from '../recording/dunning/invoice-methods.ts';

interface Attempt {
  readonly billing_info_uuid?: string | null | undefined;
  readonly alternates?: boolean;
}

/** The method that an attempt charges, if there is one, or why none is charged. */
export type MethodOfAttempt =
  | { readonly held: BillingInfoRecord | undefined; readonly backup: boolean }
  /** The invoice was declined, and the backup that it waited for is gone. */
  | { readonly gone: true; readonly error_code: string };

/**
 * Returns the method that an attempt to collect an invoice charges. Throws `simultaneous_request` when the method that
 * the attempt names was removed meanwhile.
 */
export const methodOfAttempt = async (
  records: Pick<Records, 'paymentMethods' | 'transactions'>,
  invoice: Pick<InvoiceRecord, 'uuid' | 'account_id' | 'billing_info_uuid' | 'state'>,
  { billing_info_uuid, alternates = false }: Attempt,
): Promise<MethodOfAttempt> => {
  const { account_id, uuid, state } = invoice;
  if (billing_info_uuid) {
    const held = (await records.paymentMethods.ofAccount(account_id)).find((one) => one.uuid === billing_info_uuid);
    if (!held) throw new Failure('simultaneous_request');
    return { held, backup: false };
  }
  const methods = await invoiceMethods(records, invoice);
  if (!methods || !alternates) return { held: methods?.main, backup: false };
  const attempts = await failedAttempts(records, uuid);
  const held = nextMethod(methods, attempts);
  if (held === methods.backup) return { held, backup: true };
  const last = attempts.findLast(({ error_code }) => isDeclinedAttempt(error_code));
  if (state === 'pending' && last && !last.backup && held.updated_at <= last.at)
    return { gone: true, error_code: last.error_code };
  return { held, backup: false };
};
