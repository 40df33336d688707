import type { AdjustmentRecord, InvoiceRecord } from '../ports/selling.ts';
import type { Seconds } from '../time.ts';
import { draftInvoice } from './draft-invoice.ts';
import type { LineSetting } from './lines.ts';
import type { DraftInvoice } from './sale.ts';
import type { Terms } from './terms.ts';

type Setting = Pick<LineSetting, 'uuid' | 'at'>;

/** Takes a whole line back: what it charged, took off and taxed, each with the other sign. */
export const reversedLine = (
  { uuid, at }: Setting,
  line: AdjustmentRecord,
  credit_reason_code: AdjustmentRecord['credit_reason_code'],
): AdjustmentRecord => ({
  ...line,
  uuid: uuid(),
  type: 'credit',
  original_adjustment_uuid: line.uuid,
  unit_amount_in_cents: 0 - line.unit_amount_in_cents,
  discounts: line.discounts.map((one) => ({ ...one, amount: 0 - one.amount })),
  discount_in_cents: 0 - line.discount_in_cents,
  taxes: line.taxes.map((one) => ({ ...one, amount: 0 - one.amount })),
  tax_in_cents: 0 - line.tax_in_cents,
  total_in_cents: 0 - line.total_in_cents,
  quantity_remaining: 0,
  credit_reason_code,
  created_at: at,
  updated_at: at,
});

/** The terms an invoice was posted on, for one that follows from it. */
export const termsOf = (invoice: InvoiceRecord): Terms => ({
  collection_method: invoice.collection_method,
  net_terms: invoice.net_terms,
  po_number: invoice.po_number,
  terms_and_conditions: invoice.terms_and_conditions,
  customer_notes: invoice.customer_notes,
  credit_customer_notes: invoice.customer_notes,
  vat_reverse_charge_notes: invoice.vat_reverse_charge_notes,
  gateway_code: invoice.gateway_code,
});

/** A credit invoice over lines that take something back from a charge invoice; the customer is shown as they were then. */
export const creditAgainst = (
  { uuid, at }: Setting,
  charge: InvoiceRecord,
  origin: InvoiceRecord['origin'],
  lines: readonly AdjustmentRecord[],
): DraftInvoice => {
  const { account_id, currency, address, vat_number, shipping_address } = charge;
  const reverseCharge = charge.vat_reverse_charge_notes !== null;
  const id = uuid();
  const terms = termsOf(charge);
  const heading = {
    uuid: id,
    at,
    account_id,
    currency,
    origin,
    terms,
    address,
    vat_number,
    reverseCharge,
    shipping_address,
  };
  const draft = draftInvoice(heading, lines);
  return { ...draft, invoice: { ...draft.invoice, original_ids: [charge.uuid] } };
};

/** The credit invoice that gives a charge invoice up, all of it, already used (reference "lifecycles", section 3.2, "Write-off arithmetic"). */
export const writeOff = (setting: Setting, charge: InvoiceRecord, lines: readonly AdjustmentRecord[]): DraftInvoice => {
  const reversed = lines.map((line) => reversedLine(setting, line, 'write_off'));
  const draft = creditAgainst(setting, charge, 'write_off', reversed);
  return { ...draft, invoice: used(draft.invoice, setting.at) };
};

/** A credit invoice of which nothing is left. */
export const used = (invoice: InvoiceRecord, at: Seconds): InvoiceRecord => ({
  ...invoice,
  balance_in_cents: 0,
  state: 'closed',
  closed_at: at,
  updated_at: at,
});
