import { type TransactionSnapshot, transactionSnapshot } from '../../domain/events/transaction-snapshot.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { Records } from '../../ports/storage.ts';
import { subscriptionsOnInvoice } from '../subscriptions/subscriptions.ts';

/** Returns the subscriptions that an invoice bills, and the last attempt to collect it. */
export const findDunned = async (
  records: Pick<Records, 'subscriptions' | 'transactions'>,
  { uuid }: { readonly uuid: string },
): Promise<{
  readonly subscriptions: readonly ShownSubscription[];
  readonly transaction: TransactionSnapshot | null;
}> => {
  const subscriptions = await subscriptionsOnInvoice(records, uuid);
  const attempts = await records.transactions.ofInvoice(uuid);
  const transaction = attempts.findLast(({ action }) => action === 'purchase') ?? null;
  return { subscriptions, transaction: transaction && transactionSnapshot(transaction) };
};
