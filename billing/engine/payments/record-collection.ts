import { paid } from '../../invoices/pay-drafts.ts';
import { moneyReceived } from '../../ledger/movements.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Seconds } from '../../time.ts';
import type { TransactionRecord } from '../../transactions/record.ts';
import { pastDue } from '../dunning/past-due.ts';
import { keepRedeemedPrice } from '../refunds/gift-card-price.ts';
import { isCollectible, needCollectible, recovered } from './collectible.ts';

/** An invoice that is collected, and what `recovery_reason` says of one that was past due. */
export interface Collecting {
  readonly uuid: string;
  readonly reason: string;
}

/**
 * Whether another process has recorded the outcome of an attempt that this one was too slow to record. A payment that
 * the customer confirmed may have the reference of the attempt before it, at which it was challenged.
 */
export const isRecorded = async (
  { transactions }: Pick<Records, 'transactions'>,
  { uuid }: Pick<Collecting, 'uuid'>,
  { reference, status, created_at }: Pick<TransactionRecord, 'reference' | 'status' | 'created_at'>,
): Promise<boolean> =>
  reference !== null &&
  (await transactions.ofInvoice(uuid)).some(
    (one) => one.reference === reference && one.status === status && one.created_at === created_at,
  );

/**
 * Records a payment of an invoice. What settles later leaves the invoice processing. `known`: the attempt is recorded
 * already, as one without a response.
 */
export const recordPayment = async (
  records: Records,
  world: Pick<World, 'ids'>,
  { uuid, reason }: Collecting,
  payment: TransactionRecord,
  at: Seconds,
  known = false,
): Promise<void> => {
  const found = await needCollectible(records, uuid);
  await (known ? records.transactions.save(payment) : records.transactions.add(payment));
  if (payment.status !== 'success') {
    await records.invoices.save({
      ...found,
      state: 'processing',
      attempt_next_collection_at: null,
      dunning_due_at: null,
      updated_at: at,
    });
    return;
  }
  await records.invoices.save(recovered(paid(found, payment.amount_in_cents, at), found, reason));
  await keepRedeemedPrice(records, found, at);
  await records.ledger.append(moneyReceived(world, found, payment, at));
  await records.subscriptions.convertGifts(found.uuid, at);
};

/** Records that an invoice could not be collected, once the declined transaction is recorded. */
export const recordRefusal = async (records: Records, uuid: string, at: Seconds, unasked?: string): Promise<void> => {
  const found = await records.invoices.find(uuid);
  if (found && isCollectible(found)) await records.invoices.save(await pastDue(records, found, at, unasked));
};
