import { decimalText } from '../../values/money/decimal-text.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { isoTime, type Seconds } from '../../values/time.ts';
import type { DraftInvoice } from '../invoices/draft.ts';
import type { SubscriptionRecord } from '../subscriptions/record.ts';
import { centsIn, type ImportRow } from './column.ts';
import type { EXPECTED_RENEWALS } from './tables.ts';

export type ExpectedRenewal = ImportRow<(typeof EXPECTED_RENEWALS)['columns']>;

/** The reasons for a difference, the most telling first. */
export const RENEWAL_REASONS = [
  'unknown_subscription',
  'no_renewal',
  'date',
  'currency',
  'quantity',
  'price',
  'discount',
  'tax',
  'total',
] as const;
export type RenewalReason = (typeof RENEWAL_REASONS)[number];

/** The next renewal as the service will bill it. */
export interface ComputedRenewal {
  readonly at: Seconds;
  readonly subscription: Pick<SubscriptionRecord, 'currency' | 'quantity' | 'unit_amount_in_cents'>;
  readonly charge: DraftInvoice | undefined;
}

export interface RenewalDifference {
  readonly reason: RenewalReason;
  /** The expected and the computed value, in a few words. */
  readonly says: string;
}

/** Returns the sums of a renewal in cents: 0 where it has no invoice. */
export const sumsOf = (charge: DraftInvoice | undefined) => ({
  subtotal_in_cents: charge?.invoice.subtotal_before_discount_in_cents ?? 0,
  discount_in_cents: charge?.invoice.discount_in_cents ?? 0,
  tax_in_cents: charge?.invoice.tax_in_cents ?? 0,
  total_in_cents: charge?.invoice.total_in_cents ?? 0,
});

/**
 * Compares a renewal with what the merchant expects. Of a total that differs it says why: by the parts that the
 * merchant gives, or else by the part that the difference equals.
 */
export const renewalDifferences = (
  expected: ExpectedRenewal,
  { at, subscription, charge }: ComputedRenewal,
  timeZone: string,
): RenewalDifference[] => {
  const found: RenewalDifference[] = [];
  const differ = (reason: RenewalReason, wanted: string, has: string) =>
    void found.push({ reason, says: `${reason}: expected ${wanted}, computed ${has}` });
  const { date, currency = subscription.currency, total } = expected;
  if (date?.isDay && dayIn(timeZone, at) !== date.text) differ('date', date.text, dayIn(timeZone, at));
  if (date && !date.isDay && date.at !== at) differ('date', isoTime(date.at), isoTime(at));
  if (currency !== subscription.currency) {
    differ('currency', currency, subscription.currency);
    return found;
  }
  const text = (cents: number): string => decimalText(cents, currency);
  const sums = sumsOf(charge);
  if (expected.quantity !== undefined && expected.quantity !== subscription.quantity)
    differ('quantity', String(expected.quantity), String(subscription.quantity));
  const amounts = [
    ['price', expected.unit_amount, subscription.unit_amount_in_cents],
    ['discount', expected.discount, sums.discount_in_cents],
    ['tax', expected.tax, sums.tax_in_cents],
  ] as const;
  for (const [reason, written, computed] of amounts) {
    const wanted = written && centsIn(written, currency);
    if (wanted !== undefined && wanted !== computed) differ(reason, text(wanted), text(computed));
  }
  const wanted = total ? centsIn(total, currency) : sums.total_in_cents;
  if (wanted === sums.total_in_cents) return found;
  if (!found.some(({ reason }) => reason !== 'date')) {
    const { reason, says } = guessedReason(wanted, sums, subscription, text);
    found.push({ reason, says });
  }
  differ('total', text(wanted), text(sums.total_in_cents));
  return found;
};

/** Percent that taxes of a sale have, the lowest and the highest. */
const LOWEST_RATE = 4;
const HIGHEST_RATE = 28;

type Sums = ReturnType<typeof sumsOf>;

/** Returns the part of a renewal that explains why its total differs from the expected one. */
const guessedReason = (
  wanted: number,
  { subtotal_in_cents, discount_in_cents, tax_in_cents, total_in_cents }: Sums,
  { quantity, unit_amount_in_cents }: ComputedRenewal['subscription'],
  text: (cents: number) => string,
): RenewalDifference => {
  const off = wanted - total_in_cents;
  if (tax_in_cents > 0 && off === -tax_in_cents)
    return { reason: 'tax', says: `tax: the difference is the computed tax of ${text(tax_in_cents)}` };
  if (
    discount_in_cents > 0 &&
    off > 0 &&
    off <= taxed(discount_in_cents, tax_in_cents, subtotal_in_cents - discount_in_cents)
  )
    return { reason: 'discount', says: `discount: coupons take ${text(discount_in_cents)} off` };
  const isUntouched = discount_in_cents === 0 && tax_in_cents === 0;
  if (isUntouched && unit_amount_in_cents > 0 && off % unit_amount_in_cents === 0)
    return {
      reason: 'quantity',
      says: `quantity: the difference is ${off / unit_amount_in_cents} times the price of one, and the quantity is ${quantity}`,
    };
  if (tax_in_cents === 0 && off * 100 >= total_in_cents * LOWEST_RATE && off * 100 <= total_in_cents * HIGHEST_RATE)
    return { reason: 'tax', says: 'tax: no tax is computed; the difference may be one' };
  return { reason: 'price', says: `price: ${text(unit_amount_in_cents)} for one, quantity ${quantity}` };
};

/** An amount with the tax that the rest bears, rounded up. */
const taxed = (amount: number, tax: number, net: number): number =>
  amount + (net > 0 ? Math.ceil((amount * tax) / net) : 0);
