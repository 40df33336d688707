import { creditLine, type LineRefund } from '../../../domain/adjustments/credit-line.ts';
import type { AdjustmentRecord } from '../../../domain/adjustments/record.ts';
import type { Redeemed } from '../../../domain/coupons/discounts.ts';
import { currentPeriod } from '../../../domain/subscriptions/periods.ts';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { Transition } from '../../../domain/subscriptions/transition.ts';
import type { Records } from '../../../ports/storage.ts';
import { shareOf } from '../../../values/money/fraction.ts';

/**
 * Returns what fixed coupons can still discount in a running period, in cents by redemption. A fixed coupon discounts
 * its amount once per period: an immediate change gets the part that the invoices of the period did not use, in
 * proportion to the time that is left, plus the discount that the change credits. Undefined where the amounts apply in
 * full.
 */
export const fixedDiscountsLeft = async (
  { adjustments }: Pick<Records, 'adjustments'>,
  before: SubscriptionRecord,
  { charges }: Pick<Transition, 'charges'>,
  credits: readonly LineRefund[],
  active: readonly Redeemed[],
): Promise<ReadonlyMap<string, number> | undefined> => {
  const left = charges.find(({ kind }) => kind === 'product');
  const fixed = active.filter(({ coupon }) => coupon.discount_type === 'dollars');
  if (left?.kind !== 'product' || fixed.length === 0) return undefined;
  const lines: AdjustmentRecord[] = [];
  const charged = await adjustments.chargesSince(before.uuid, currentPeriod(before).startedAt);
  for (const id of new Set(charged.flatMap(({ invoice_id }) => invoice_id ?? []))) {
    for (const line of await adjustments.onInvoice(id)) {
      lines.push(line, ...(line.credited_share === null ? [] : await adjustments.creditsOf(line.uuid)));
    }
  }
  const credited = credits.map((credit) => creditLine('', 0, credit));
  return new Map(
    fixed.map(({ row, coupon }) => {
      const amount = coupon.discount_in_cents?.[before.currency] ?? 0;
      const unused = Math.max(0, amount - discounted(lines, row.uuid));
      return [row.uuid, Math.min(amount, shareOf(unused, left.proration) - discounted(credited, row.uuid))];
    }),
  );
};

/** Returns the discount of a redemption on lines, less the part that credits restored. */
const discounted = (lines: readonly AdjustmentRecord[], redemption: string): number =>
  lines
    .flatMap(({ discounts }) => discounts)
    .reduce((sum, discount) => sum + (discount.redemption === redemption ? discount.amount : 0), 0);
