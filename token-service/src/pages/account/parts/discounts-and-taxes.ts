import type { OrderDraft } from '@service/billing/engine/orders/drafting/draft-order.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { documentLanguage } from '../../../documents/messages/document-language.ts';
import { taxRowsOfPrices } from '../../../documents/messages/tax-rows.ts';
import { formatsOf, type Visit } from '../visit.ts';

/** Coupon codes by the uuid of their redemption, of an order that redeems them or has their discount. */
export const couponsOf = ({ redemptions, updatedRedemptions }: OrderDraft): ReadonlyMap<string, string> =>
  new Map([...redemptions, ...updatedRedemptions].map(({ uuid, coupon_code }) => [uuid, coupon_code]));

/**
 * Returns what makes the total of an order differ from its prices, in a line in the words of invoices:
 * `Coupon SPRING −$19.90 · CA sales tax (8.75%) $2.19`; undefined if nothing does.
 */
export const discountsAndTaxes = (visit: Visit, draft: OrderDraft): Markup | undefined => {
  const lines = draft.charge?.lines ?? [];
  const { words } = documentLanguage(visit.locale, visit.site.texts);
  const formats = formatsOf(visit, draft.currency);
  const coupons = couponsOf(draft);
  const byRedemption = Map.groupBy(
    lines.flatMap(({ discounts }) => discounts),
    ({ redemption }) => redemption,
  );
  const discounts = [...byRedemption].map(([redemption, parts]) => {
    const code = coupons.get(redemption);
    const amount = parts.reduce((sum, part) => sum + part.amount, 0);
    return { label: code ? words.why.coupon(code) : words.discount, value: formats.money(-amount) };
  });
  const rows = [...discounts, ...taxRowsOfPrices(lines, words, formats)];
  if (rows.length === 0) return undefined;
  return html`<span class="quiet">${rows.map(
    ({ label, value }, index) => html`${index > 0 && ' · '}<bdi>${label} <bdi>${value}</bdi></bdi>`,
  )}</span>`;
};
