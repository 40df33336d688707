import type { BoughtGiftCard, GiftCardRecord } from '../gift-cards/record.ts';
import type { ShippedTo } from '../invoices/draft-invoice.ts';
import type { PurchasedCharge } from '../resources/purchase.ts';
import { blankLine, type LineSetting } from './line.ts';
import type { AdjustmentRecord, ShownAdjustment } from './record.ts';

/** A one-time charge of a sale; below nothing it is a credit, which is neither discounted nor taxed. */
export const chargeLine = (
  setting: LineSetting,
  wish: PurchasedCharge,
  shipping_address: ShippedTo | null,
): AdjustmentRecord => {
  const unit = wish.unit_amount_in_cents ?? 0;
  const quantity = wish.quantity ?? 1;
  const credit = unit < 0;
  return {
    ...blankLine(setting),
    type: credit ? 'credit' : 'charge',
    description: wish.description ?? null,
    accounting_code: wish.accounting_code ?? null,
    product_code: wish.product_code ?? null,
    origin: wish.origin ?? (credit ? 'credit' : 'debit'),
    unit_amount_in_cents: unit,
    quantity,
    quantity_remaining: quantity,
    total_in_cents: unit * quantity,
    tax_exempt: wish.tax_exempt ?? false,
    tax_code: wish.tax_code ?? null,
    shipping_address,
    start_date: wish.start_date ?? setting.at,
    end_date: wish.end_date ?? null,
    revenue_schedule_type: wish.revenue_schedule_type ?? null,
    credit_reason_code: credit ? (wish.credit_reason_code ?? 'general') : null,
  };
};

/** A line that waited on the account, without what was read with it. */
export const sweptLine = ({ account_code: _, invoice: __, ...line }: ShownAdjustment): AdjustmentRecord => line;

/** What a bought gift card costs its buyer. */
export const boughtCardLine = (
  setting: LineSetting,
  { product_code, unit_amount_in_cents }: BoughtGiftCard,
): AdjustmentRecord => ({
  ...blankLine(setting),
  description: 'Gift card',
  product_code,
  unit_amount_in_cents,
  total_in_cents: unit_amount_in_cents,
  tax_exempt: true,
});

/** The whole value of a gift card, as credit. */
export const giftCardLine = (
  setting: LineSetting,
  { unit_amount_in_cents, product_code }: Pick<GiftCardRecord, 'unit_amount_in_cents' | 'product_code'>,
): AdjustmentRecord => ({
  ...blankLine(setting),
  type: 'credit',
  description: 'Gift card',
  product_code,
  origin: 'gift_card',
  unit_amount_in_cents: -unit_amount_in_cents,
  total_in_cents: -unit_amount_in_cents,
  credit_reason_code: 'gift_card',
});
