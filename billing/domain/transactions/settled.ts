import { DAY, type Seconds } from '../../values/time.ts';
import type { TransactionRecord } from './record.ts';

/**
 * Returns the time at which a card payment settles: the end of the UTC day of the payment or capture. From then on it
 * is refunded, not voided.
 */
export const settlesAt = (taken: Seconds): Seconds => (Math.floor(taken / DAY) + 1) * DAY;

/** Returns a transaction as of a moment: a payment that has settled can no longer be voided. */
export const asSettled = <T extends TransactionRecord>(transaction: T, at: Seconds): T => {
  const { voidable, action, updated_at } = transaction;
  // A payment that is still voidable was last changed by its capture.
  const settled = voidable && action === 'purchase' && at >= settlesAt(updated_at);
  return settled ? { ...transaction, voidable: false } : transaction;
};
