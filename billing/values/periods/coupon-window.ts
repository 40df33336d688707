import { HOUR, type Seconds } from '../time.ts';
import { type Interval, later } from './interval.ts';

/**
 * Returns the time at which a temporal coupon stops discounting: an hour before the anniversary of its redemption, so
 * that the renewal on that day is not discounted. The moment itself is outside.
 */
export const couponWindowEnd = (redeemedAt: Seconds, duration: Interval): Seconds => later(redeemedAt, duration) - HOUR;
