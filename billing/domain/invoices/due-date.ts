import type { Invoice } from '../../resources/invoice.ts';
import { later } from '../../values/periods/interval.ts';
import { DAY, type Seconds } from '../../values/time.ts';

type NetTerms = Pick<Invoice, 'net_terms' | 'net_terms_type'>;

/**
 * Returns when an invoice of this date is due: so many days after it, or after the last day of its month in UTC, at the
 * same time of day.
 */
export const dueDate = (at: Seconds, { net_terms, net_terms_type }: NetTerms): Seconds =>
  (net_terms_type === 'eom' ? lastDayOfMonth(at) : at) + net_terms * DAY;

/** Whether an invoice is due at once. */
export const isDueOnReceipt = ({ net_terms, net_terms_type }: NetTerms): boolean =>
  net_terms === 0 && net_terms_type === 'net';

const lastDayOfMonth = (at: Seconds): Seconds => later(at, { unit: 'months', length: 0 }, 1, 31);
