import type { ShownAdjustment } from '../../domain/adjustments/record.ts';
import { explainInvoice } from '../../domain/invoices/explain.ts';
import type { Explanation } from '../../domain/invoices/explanation.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import type { Records } from '../../ports/storage.ts';
import { siteQuery } from '../site-query.ts';

interface Explained {
  readonly invoice: ShownInvoice;
  readonly lines: readonly ShownAdjustment[];
}

/** Redemptions read together. */
const TOGETHER = 100;

/**
 * Returns how an invoice was computed, from stored records alone: the first `most` lines one by one, with the coupons
 * and the credited charges that they refer to.
 */
export const findExplanation = siteQuery(
  async (records: Records, explained: Explained, most?: number): Promise<Explanation> => {
    const lines = explained.lines.slice(0, most);
    const coupons = await couponsOf(records, explained);
    const charges = await chargesOf(records, lines);
    return explainInvoice({ ...explained, coupons, charges }, most);
  },
);

/** Coupon codes by redemption. */
const couponsOf = async ({ redemptions }: Pick<Records, 'redemptions'>, { invoice, lines }: Explained) => {
  const coupons = new Map<string, string>();
  const redeemed = [...new Set(lines.flatMap(({ discounts }) => discounts.map(({ redemption }) => redemption)))];
  const query = { sort: 'created_at', order: 'asc', limit: TOGETHER } as const;
  for (let from = 0; from < redeemed.length; from += TOGETHER) {
    const filter = { account_id: invoice.account_id, uuids: redeemed.slice(from, from + TOGETHER) };
    const { records } = await redemptions.list({ ...query, filter });
    for (const { uuid, coupon_code } of records) coupons.set(uuid, coupon_code);
  }
  return coupons;
};

const chargesOf = async ({ adjustments }: Pick<Records, 'adjustments'>, lines: readonly ShownAdjustment[]) => {
  const charges = new Map<string, ShownAdjustment>();
  for (const { original_adjustment_uuid: uuid } of lines) {
    const charge = uuid === null || charges.has(uuid) ? undefined : await adjustments.find(uuid);
    if (charge) charges.set(charge.uuid, charge);
  }
  return charges;
};
