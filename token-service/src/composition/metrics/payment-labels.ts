import type { InvoiceRecord } from '@service/billing/domain/invoices/record.ts';
import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';

/** The result of a payment, or of the payment of an invoice. */
type Result = 'success' | 'declined' | 'pending' | 'unknown';

const OPERATIONS: Readonly<Record<TransactionRecord['action'], string>> = {
  verify: 'verify',
  purchase: 'purchase',
  authorization: 'authorize',
  refund: 'refund',
};

const RESULTS: Readonly<Record<TransactionRecord['status'], Result>> = {
  success: 'success',
  void: 'success',
  failed: 'declined',
  declined: 'declined',
  scheduled: 'pending',
  processing: 'pending',
  pending: 'pending',
};

/** The code of an operation whose outcome is looked up later. */
const UNANSWERED = 'gateway_timeout';

const resultOf = ({ status, transaction_error }: TransactionRecord): Result =>
  RESULTS[status] === 'declined' && transaction_error?.error_code === UNANSWERED ? 'unknown' : RESULTS[status];

/**
 * Returns the operation that a written transaction records, by the transaction as it was before: its own when it is
 * new, `capture` of an authorization, or `void`. Undefined for any other change.
 */
export const operationOf = (after: TransactionRecord, before: TransactionRecord | undefined): string | undefined => {
  if (!before) return OPERATIONS[after.action];
  if (after.status === 'void') return before.status === 'void' ? undefined : 'void';
  return before.action === 'authorization' && after.action === 'purchase' ? 'capture' : undefined;
};

/** Returns the labels of a recorded operation. `account`: the code of its gateway account, empty without one. */
export const paymentLabels = (operation: string, transaction: TransactionRecord) => {
  const { gateway_code, initiator, recurring, payment_method, transaction_error } = transaction;
  const result = resultOf(transaction);
  return {
    account: gateway_code ?? '',
    operation,
    initiator: initiator ?? (recurring ? 'merchant' : 'customer'),
    method: payment_method,
    result,
    decline_category: result === 'declined' ? (transaction_error?.error_category ?? '') : '',
  };
};

const OF_RENEWALS: Readonly<Partial<Record<InvoiceRecord['state'], Result>>> = {
  paid: 'success',
  past_due: 'declined',
  failed: 'declined',
  processing: 'pending',
};

/**
 * Returns the result of a renewal invoice once its first payment has one: `pending` for a bank debit that settles
 * later. Undefined for every other change, and for other invoices.
 */
export const renewalResult = (after: InvoiceRecord, before: InvoiceRecord | undefined): Result | undefined => {
  if (after.origin !== 'renewal' || after.type !== 'charge') return undefined;
  return before && before.state !== 'pending' ? undefined : OF_RENEWALS[after.state];
};

/** Returns the step of dunning that an invoice has taken with a change: its campaign, and its number from 1. */
export const dunningStep = ({ dunning }: InvoiceRecord, before: InvoiceRecord | undefined) =>
  dunning && dunning.events_count > (before?.dunning?.events_count ?? 0)
    ? { campaign: dunning.campaign, step: String(dunning.events_count) }
    : undefined;
