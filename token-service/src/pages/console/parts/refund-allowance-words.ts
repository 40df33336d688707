import type { RefundAllowance } from '@service/billing/queries/payments/refund-allowance.ts';
import { moneyOf } from './figures.ts';

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** `You may refund $100.00 a day at this site, of which $40.00 is left today. …`; nothing without a limit. */
export const allowanceInWords = (allowance: RefundAllowance | null): string => {
  if (!allowance) return '';
  const { limit_in_cents, left_in_cents, currency, more } = allowance;
  return (
    `You may refund ${moneyOf(limit_in_cents, currency)} a day at this site, of which ${moneyOf(left_in_cents, currency)} ` +
    `is left today. Operators with the role ${either.format(more)} may refund more. `
  );
};
