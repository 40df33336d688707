import type { Line } from '../../values/price/cart.ts';
import type { Seconds } from '../../values/time.ts';
import type { AdjustmentRecord } from './record.ts';

/** A line before it is priced: the calculator's input, and the record that its result completes. */
export interface DraftLine {
  readonly line: Line;
  readonly record: AdjustmentRecord;
}

/** The values that all lines of a sale share. */
export interface LineSetting {
  readonly uuid: () => string;
  readonly at: Seconds;
  /** The account that they are for. */
  readonly account_id: string;
  readonly currency: string;
}

export const blankLine = ({ uuid, at, account_id, currency }: LineSetting): AdjustmentRecord => ({
  uuid: uuid(),
  account_id,
  invoice_id: null,
  subscription_id: null,
  plan_code: null,
  add_on_source: null,
  position: 0,
  credited_share: null,
  discount_tax_in_cents: 0,
  discounts: [],
  taxes: [],
  computation: null,
  printed_text: null,
  type: 'charge',
  state: 'pending',
  description: null,
  accounting_code: null,
  product_code: null,
  item_code: null,
  external_sku: null,
  origin: 'debit',
  unit_amount_in_cents: 0,
  quantity: 1,
  quantity_remaining: 1,
  quantity_decimal: null,
  quantity_decimal_remaining: null,
  price_of_unit_in_cents: null,
  original_adjustment_uuid: null,
  discount_in_cents: 0,
  tax_in_cents: 0,
  total_in_cents: 0,
  currency,
  taxable: false,
  tax_type: null,
  tax_region: null,
  tax_rate: null,
  tax_exempt: false,
  tax_inclusive: false,
  origin_tax_address_source: null,
  destination_tax_address_source: null,
  tax_code: null,
  shipping_address: null,
  custom_fields: [],
  start_date: at,
  end_date: null,
  created_at: at,
  updated_at: at,
  revenue_schedule_type: null,
  liability_gl_account_code: null,
  revenue_gl_account_code: null,
  performance_obligation_id: null,
  credit_reason_code: null,
});
