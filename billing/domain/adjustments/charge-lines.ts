import type { PurchasedCharge } from '../../resources/purchase.ts';
import { mergedCustomFields } from '../custom-fields/definition.ts';
import type { BoughtGiftCard, GiftCardRecord } from '../gift-cards/record.ts';
import { countedUnits, isFraction } from './counted-units.ts';
import { GIFT_CARD } from './generated-description.ts';
import { blankLine, type LineSetting } from './line.ts';
import type { AdjustmentRecord } from './record.ts';
import type { ShippedTo } from './shipped-to.ts';

/** Returns a one-time charge of a sale; below 0 it is a credit, which is neither discounted nor taxed. */
export const chargeLine = (
  setting: LineSetting,
  charge: PurchasedCharge & { readonly external_sku?: string | null },
  shipping_address: ShippedTo | null,
): AdjustmentRecord => {
  const price = charge.unit_amount_in_cents ?? 0;
  const counted = countedUnits(price, charge.quantity_decimal ?? String(charge.quantity ?? 1));
  const { unit_amount_in_cents: unit, quantity } = counted;
  const credit = price < 0;
  return {
    ...blankLine(setting),
    type: credit ? 'credit' : 'charge',
    description: charge.description ?? null,
    accounting_code: charge.accounting_code ?? null,
    product_code: charge.product_code ?? null,
    item_code: charge.item_code || null,
    external_sku: charge.external_sku ?? null,
    origin: charge.origin ?? (credit ? 'credit' : 'debit'),
    ...counted,
    quantity_decimal: charge.quantity_decimal ?? null,
    price_of_unit_in_cents: isFraction(counted.quantity_decimal) ? price : null,
    quantity_remaining: quantity,
    total_in_cents: unit * quantity,
    tax_exempt: charge.tax_exempt ?? false,
    tax_inclusive: !credit && (charge.tax_inclusive ?? false),
    origin_tax_address_source: charge.origin_tax_address_source ?? null,
    destination_tax_address_source: charge.destination_tax_address_source ?? null,
    tax_code: charge.tax_code ?? null,
    shipping_address,
    custom_fields: mergedCustomFields([], charge.custom_fields),
    start_date: charge.start_date ?? setting.at,
    end_date: charge.end_date ?? null,
    revenue_schedule_type: charge.revenue_schedule_type ?? null,
    credit_reason_code: credit ? (charge.credit_reason_code ?? 'general') : null,
  };
};

/** Returns the line that bills a gift card to its buyer. */
export const purchasedGiftCardLine = (
  setting: LineSetting,
  { product_code, unit_amount_in_cents }: BoughtGiftCard,
): AdjustmentRecord => ({
  ...blankLine(setting),
  description: GIFT_CARD,
  product_code,
  unit_amount_in_cents,
  total_in_cents: unit_amount_in_cents,
  tax_exempt: true,
});

/** Returns the line that credits the whole value of a gift card. */
export const giftCardLine = (
  setting: LineSetting,
  { unit_amount_in_cents, product_code }: Pick<GiftCardRecord, 'unit_amount_in_cents' | 'product_code'>,
): AdjustmentRecord => ({
  ...blankLine(setting),
  type: 'credit',
  description: GIFT_CARD,
  product_code,
  origin: 'gift_card',
  unit_amount_in_cents: -unit_amount_in_cents,
  total_in_cents: -unit_amount_in_cents,
  credit_reason_code: 'gift_card',
});
