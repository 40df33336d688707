import type { RedemptionRecord } from '../../domain/coupons/record.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';
import { needInvoice } from '../invoices/need-invoice.ts';
import { linesOf, type Reading } from '../invoices/read-invoice-parts.ts';
import { siteQuery } from '../site-query.ts';

type Turn = Reading['turn'];

/** Returns the uuids of the redemptions that took something off an invoice. Throws `not_found` without the invoice. */
const redemptionsOn = async (
  records: Pick<Records, 'invoices' | 'adjustments' | 'transactions' | 'creditPayments'>,
  named: string,
  turn: Turn,
): Promise<string[]> => {
  const { uuid } = await needInvoice(records, named);
  const used = new Set<string>();
  for await (const { discounts } of linesOf(records, uuid, turn)) {
    for (const { redemption } of discounts) used.add(redemption);
  }
  return [...used];
};

export const findRedemptionsOnInvoice = siteQuery(redemptionsOn);

/** Returns the newest redemption that took something off an invoice. Throws `not_found` without one. */
export const findInvoiceRedemption = siteQuery(
  async (records, named: string, turn: Turn): Promise<RedemptionRecord> => {
    const uuids = await redemptionsOn(records, named, turn);
    const newest = { filter: { uuids }, sort: 'created_at', order: 'desc', limit: 1 } as const;
    const [found] = (await records.redemptions.list(newest)).records;
    if (!found) throw notFound('Redemption', 'invoice_number', named);
    return found;
  },
);
