import type { PricedLine, TaxRate } from '../../values/price/cart.ts';
import type { Seconds } from '../../values/time.ts';
import type { AccountRecord } from '../accounts/record.ts';
import type { AdjustmentRecord, LineDiscount, LineTax } from '../adjustments/record.ts';
import type { ShippedTo } from '../adjustments/shipped-to.ts';
import type { BillingInfoRecord } from '../billing-info/record.ts';
import { type SellerHeader, SITE_SELLS } from '../business-entities/seller.ts';
import { withDefaults } from '../general-ledger/labels.ts';
import { ANSWERED } from '../payments/unanswered.ts';
import type { LocationEvidence } from '../taxes/location-evidence.ts';
import type { TaxConversion } from '../taxes/tax-conversion.ts';
import type { DraftInvoice } from './draft.ts';
import { dueDate } from './due-date.ts';
import type { InvoiceRecord } from './record.ts';
import type { Terms } from './terms.ts';

/**
 * Returns the name and address to bill: those of the billing info, or of the account if an invoice is paid by hand or
 * there is none.
 */
export const billedTo = (
  account: Pick<AccountRecord, 'first_name' | 'last_name' | 'company_name' | 'address'>,
  billing: Partial<BillingInfoRecord> | undefined,
): InvoiceRecord['address'] => {
  const place = billing?.country || billing?.address1 ? billing : account.address;
  return {
    first_name: billing?.first_name ?? (account.address.first_name || account.first_name),
    last_name: billing?.last_name ?? (account.address.last_name || account.last_name),
    name_on_account: billing?.name_on_account ?? account.address.name_on_account,
    company: billing?.company || account.address.company || account.company_name,
    address1: place?.address1 ?? null,
    address2: place?.address2 ?? null,
    city: place?.city ?? null,
    state: place?.state ?? null,
    zip: place?.zip ?? null,
    country: place?.country ?? null,
    phone: place?.phone ?? null,
  };
};

/** Returns the priced members that complete a drafted line. */
export const pricedParts = ({ discounts, discount, discountTax, taxes, tax, total }: PricedLine) => ({
  discounts: discounts.map(({ id, ...taken }): LineDiscount => ({ redemption: id, ...taken })),
  discount_in_cents: discount,
  discount_tax_in_cents: discountTax,
  taxes: taxes.map(({ rate, amount }): LineTax => ({ ...rate, amount })),
  tax_in_cents: tax,
  total_in_cents: total,
  taxable: taxes.length > 0,
  ...taxShown(taxes.map(({ rate }) => rate)),
});

/** Returns the tax of a line as it is shown: the common values of its jurisdictions, and the sum of their rates. */
export const taxShown = (
  rates: readonly TaxRate[],
): Pick<AdjustmentRecord, 'tax_type' | 'tax_region' | 'tax_rate'> => ({
  tax_type: common(rates.map(({ type }) => type)),
  tax_region: common(rates.map(({ region }) => region)),
  tax_rate: rates.length === 0 ? null : sumOfRates(rates.map(({ rate }) => rate)),
});

const common = (values: readonly string[]): string | null =>
  values.length > 0 && values.every((value) => value === values[0]) ? (values[0] ?? null) : null;

const sumOfRates = (rates: readonly string[]): string => {
  const places = Math.max(...rates.map((rate) => rate.split('.')[1]?.length ?? 0));
  const sum = rates.reduce((total, rate) => {
    const [whole = '0', fraction = ''] = rate.split('.');
    return total + BigInt(whole + fraction.padEnd(places, '0'));
  }, 0n);
  const digits = String(sum).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
};

export interface InvoiceHeader {
  readonly uuid: string;
  readonly at: Seconds;
  /** The account that pays, which its lines need not be for. */
  readonly account_id: string;
  readonly currency: string;
  readonly origin: InvoiceRecord['origin'];
  readonly terms: Terms;
  readonly address: InvoiceRecord['address'];
  readonly vat_number: string | null;
  /** The customer owes the VAT: its notes are shown. */
  readonly reverseCharge: boolean;
  /** Whether the tax service was asked; null where the site collects no tax. */
  readonly usedTaxService: boolean | null;
  readonly shipping_address: ShippedTo | null;
  readonly seller: SellerHeader;
  /** The evidence of the customer's country; missing where there is none. */
  readonly evidence?: LocationEvidence | null;
  /** The rates of the invoice that is credited; another one gets those of its day when it is written. */
  readonly conversion?: TaxConversion | null;
}

/** Returns what a credit invoice has in common with the charge invoice that it credits: customer and seller. */
export const headerOf = (
  charge: InvoiceRecord,
): Pick<
  InvoiceHeader,
  | 'account_id'
  | 'address'
  | 'vat_number'
  | 'usedTaxService'
  | 'reverseCharge'
  | 'shipping_address'
  | 'seller'
  | 'evidence'
  | 'conversion'
> => ({
  account_id: charge.account_id,
  address: charge.address,
  vat_number: charge.vat_number,
  usedTaxService: charge.used_tax_service,
  reverseCharge: charge.vat_reverse_charge_notes !== null,
  shipping_address: charge.shipping_address,
  evidence: charge.tax_evidence,
  conversion: charge.tax_conversion,
  seller: {
    ...SITE_SELLS,
    business_entity_id: charge.business_entity_id,
    invoice_number_prefix: charge.invoice_number_prefix,
  },
});

/** Returns the taxes of lines, each summed up, in the order of the lines. */
export const sumOfTaxes = (lines: readonly Pick<AdjustmentRecord, 'taxes'>[]): LineTax[] => {
  const byTax = Map.groupBy(
    lines.flatMap(({ taxes }) => taxes),
    ({ type, region, rate }) => JSON.stringify([type, region, rate]),
  );
  return [...byTax.values()].map((parts) => ({
    ...parts[0]!,
    amount: parts.reduce((total, { amount }) => total + amount, 0),
  }));
};

const sum = (lines: readonly AdjustmentRecord[], of: (line: AdjustmentRecord) => number): number =>
  lines.reduce((total, line) => total + of(line), 0);

/**
 * Returns an invoice over its lines: charges on a charge invoice, credits on a credit invoice, whose amounts are
 * negative. It has no number yet, and its whole total is open.
 */
export const draftInvoice = (heading: InvoiceHeader, lines: readonly AdjustmentRecord[]): DraftInvoice => {
  const { uuid, at, terms, reverseCharge, seller } = heading;
  const charge = !lines.some(({ type }) => type === 'credit');
  // Figures of an invoice are without tax, also where the prices of its lines contain it.
  const discount = sum(
    lines,
    ({ discount_in_cents, discount_tax_in_cents }) => discount_in_cents - discount_tax_in_cents,
  );
  const tax = sum(lines, ({ tax_in_cents }) => tax_in_cents);
  const total = sum(lines, ({ total_in_cents }) => total_in_cents);
  const subtotal = total - tax;
  const taxed = lines.filter(({ tax_in_cents }) => tax_in_cents !== 0);
  const invoice: InvoiceRecord = {
    uuid,
    account_id: heading.account_id,
    original_ids: [],
    gift_card_id: null,
    business_entity_id: seller.business_entity_id,
    look: null,
    credited_in_cents: 0,
    on_hold: false,
    taxes: sumOfTaxes(lines),
    tax_evidence: heading.evidence ?? null,
    tax_conversion: heading.conversion ?? null,
    // Missing in orders that an earlier release authorized.
    used_tax_service: heading.usedTaxService ?? null,
    address: heading.address,
    shipping_address: heading.shipping_address,
    state: charge ? 'pending' : 'open',
    invoice_number_prefix: seller.invoice_number_prefix,
    invoice_number: null,
    po_number: terms.po_number,
    vat_number: heading.vat_number,
    subtotal_in_cents: subtotal,
    subtotal_before_discount_in_cents: subtotal + discount,
    discount_in_cents: discount,
    due_on: charge ? dueDate(at, terms) : null,
    balance_in_cents: total,
    type: charge ? 'charge' : 'credit',
    origin: heading.origin,
    refundable_total_in_cents: 0,
    tax_in_cents: tax,
    total_in_cents: total,
    currency: heading.currency,
    created_at: at,
    updated_at: at,
    attempt_next_collection_at: null,
    ...ANSWERED,
    dunning: null,
    dunning_due_at: null,
    closed_at: null,
    recovery_reason: null,
    terms_and_conditions: terms.terms_and_conditions,
    customer_notes: charge ? terms.customer_notes : terms.credit_customer_notes,
    vat_reverse_charge_notes: reverseCharge ? (terms.vat_reverse_charge_notes ?? '') : null,
    tax_type: common(taxed.map(({ tax_type }) => tax_type ?? '')) || null,
    tax_region: common(taxed.map(({ tax_region }) => tax_region ?? '')) || null,
    tax_rate: common(taxed.map(({ tax_rate }) => tax_rate ?? '')) || null,
    net_terms: terms.net_terms,
    net_terms_type: terms.net_terms_type,
    collection_method: terms.collection_method,
    gateway_code: terms.gateway_code,
    billing_info_uuid: terms.billing_info_uuid,
  };
  return {
    invoice,
    lines: lines.map((line, position) => ({
      ...withDefaults(line, seller.labels),
      invoice_id: uuid,
      state: 'invoiced',
      position,
    })),
  };
};
