/** Mail that leaves for one address in a day of the system clock. */
export const PER_ADDRESS_AND_DAY = 30;
/**
 * Mail of a sandbox site that leaves in an hour: enough to look at each kind, too little for a clock that travels by a
 * year to flood an inbox. The rest is kept.
 */
export const PER_SANDBOX_AND_HOUR = 20;
/** Days for which messages are kept after they were sent or given up. */
export const KEPT_DAYS = 90;
