import { DAY, type Seconds } from '../../values/time.ts';
import type { NotificationRecord } from './record.ts';

/**
 * The delay after each failed look-up of a notification's payment, in seconds: a gateway may report a payment before
 * the service has recorded it. A payment whose process died is recorded after a minute, or never.
 */
const WAITS: readonly Seconds[] = [30, 60, 120, 240, 480];

/** Seconds for which a processed notification is kept, so that it is recognized when it is sent again. */
export const NOTIFICATIONS_KEPT_FOR: Seconds = 30 * DAY;

/** Returns a notification after its payment or payment method was not found: it waits, or is left as unmatched. */
export const notFoundAt = (record: NotificationRecord, at: Seconds): NotificationRecord => {
  const wait = WAITS[record.attempts];
  return wait === undefined
    ? { ...record, due_at: null, outcome: 'unmatched' }
    : { ...record, due_at: at + wait, attempts: record.attempts + 1 };
};
