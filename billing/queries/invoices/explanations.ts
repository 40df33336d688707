import type { ShownAdjustment } from '../../domain/adjustments/record.ts';
import { explainInvoice } from '../../domain/invoices/explain.ts';
import type { Explanation, InvoiceToExplain } from '../../domain/invoices/explanation.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import type { Records } from '../../ports/storage.ts';
import { siteQuery } from '../lists/site-query.ts';
import { needInvoice } from './invoices.ts';

interface Explained {
  readonly invoice: ShownInvoice;
  readonly lines: readonly ShownAdjustment[];
}

/** Redemptions read together. */
const TOGETHER = 100;

/**
 * Returns an invoice with the stored records that its amounts are explained by: the coupons, and the charges that the
 * first `most` lines credit.
 */
export const findInvoiceToExplain = siteQuery((records: Records, explained: Explained, most?: number) =>
  toExplain(records, explained, most),
);

const toExplain = async (records: Records, explained: Explained, most?: number): Promise<InvoiceToExplain> => {
  const coupons = await couponsOf(records, explained);
  const charges = await chargesOf(records, explained.lines.slice(0, most));
  return { ...explained, coupons, charges };
};

/** Returns how an invoice was computed, from stored records alone: the first `most` lines one by one. */
export const findExplanation = siteQuery((records: Records, explained: Explained, most?: number) =>
  explanationOf(records, explained, most),
);

const explanationOf = async (records: Records, explained: Explained, most?: number): Promise<Explanation> =>
  explainInvoice(await toExplain(records, explained, most), most);

/**
 * Returns how the invoice with a number, or a uuid, was computed: what the command line prints and the console shows.
 * `most` limits the lines that are explained one by one. Throws `not_found`.
 */
export const explainInvoiceNamed = siteQuery(
  async (records: Records, named: string, most?: number): Promise<Explanation> => {
    const invoice = await needInvoice(records, named);
    const lines = await records.adjustments.onInvoice(invoice.uuid);
    return explanationOf(records, { invoice, lines }, most);
  },
);

/** Coupon codes by redemption. */
const couponsOf = async ({ redemptions }: Pick<Records, 'redemptions'>, { lines }: Explained) => {
  const coupons = new Map<string, string>();
  const redeemed = [...new Set(lines.flatMap(({ discounts }) => discounts.map(({ redemption }) => redemption)))];
  const query = { sort: 'created_at', order: 'asc', limit: TOGETHER } as const;
  for (let from = 0; from < redeemed.length; from += TOGETHER) {
    const filter = { uuids: redeemed.slice(from, from + TOGETHER) };
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
