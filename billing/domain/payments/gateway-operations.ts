import { DAY, type Seconds } from '../../values/time.ts';

/**
 * Retention of an operation at a gateway, from its beginning: longer than any idempotency key is repeated. While its
 * payment intent is open, it stays, because the intent is looked up by it. Refunds, disputes and settlements use the
 * gateway's reference, which the transaction has.
 */
export const OPERATIONS_KEPT_FOR: Seconds = 30 * DAY;
