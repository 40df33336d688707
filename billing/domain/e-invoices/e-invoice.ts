/**
 * An invoice in the terms of EN 16931, independent of its XML: BT and BG are the numbers of terms and groups there.
 * Amounts are cents of `currency`. Those of a credit note are positive, as the standard has them.
 */
export interface EInvoice {
  /** BT-3: 380, or 381 for a credit note. */
  readonly kind: 'invoice' | 'credit_note';
  /** BT-1, with its prefix. */
  readonly number: string;
  /** BT-2: `2026-11-26`, in the time zone of the customer. */
  readonly issued: string;
  /** BT-9. A credit note has none. */
  readonly due: string | null;
  /** BT-5: ISO 4217. */
  readonly currency: string;
  /** BT-22. */
  readonly notes: readonly string[];
  /** BT-10: for public buyers in Germany the Leitweg-ID. */
  readonly buyer_reference: string | null;
  /** BT-13. */
  readonly purchase_order: string | null;
  /** BG-3: the invoices that a credit note credits (BT-25, BT-26). */
  readonly preceding: readonly { readonly number: string; readonly issued: string }[];
  /** BG-4. */
  readonly seller: EInvoiceSeller;
  /** BG-7. */
  readonly buyer: EInvoiceBuyer;
  /** BG-15, and the day of delivery (BT-72). */
  readonly delivery: { readonly address: EInvoiceAddress; readonly day: string } | null;
  /** BG-14: from the first day of service that a line has to the last one. */
  readonly period: EInvoicePeriod | null;
  /** BG-16. */
  readonly payment: PaymentInstructions;
  /** BT-20. */
  readonly payment_terms: string | null;
  /** BG-22. */
  readonly totals: EInvoiceTotals;
  /** BG-23. */
  readonly vat: readonly VatBreakdown[];
  /** BG-25. */
  readonly lines: readonly EInvoiceLine[];
}

/** A postal address (BG-5, BG-8, BG-15): at most three lines, city, postal code, subdivision and country. */
export interface EInvoiceAddress {
  readonly lines: readonly string[];
  readonly city: string | null;
  readonly zip: string | null;
  readonly state: string | null;
  /** ISO 3166-1. */
  readonly country: string;
}

export interface EInvoiceSeller {
  /** BT-27. */
  readonly name: string;
  /** BT-31, with its prefix. */
  readonly vat_number: string;
  /** BT-30. */
  readonly registration_number: string | null;
  /** BT-34, of the scheme EM. */
  readonly email: string | null;
  readonly address: EInvoiceAddress;
  /** BG-6: BT-41, BT-42, BT-43. */
  readonly contact: { readonly name: string; readonly phone: string | null; readonly email: string | null };
}

export interface EInvoiceBuyer {
  /** BT-44. */
  readonly name: string;
  /** BT-46: the code of the account. */
  readonly code: string;
  /** BT-48, with its prefix. */
  readonly vat_number: string | null;
  /** BT-49, of the scheme EM. */
  readonly email: string | null;
  readonly address: EInvoiceAddress;
  /** BT-56, where the name is that of a company. */
  readonly contact: string | null;
}

/** Days, both included: `2026-11-01` to `2026-11-30`. */
export interface EInvoicePeriod {
  readonly from: string;
  readonly to: string;
}

/**
 * BT-81 as UNCL 4461 has it: 58 SEPA transfer, 30 other transfer, 54 card, 59 SEPA debit, 49 other debit, 68 online
 * service, 20 cheque, 10 cash, 97 settled between the parties, 1 not defined.
 */
export interface PaymentInstructions {
  readonly code: '1' | '10' | '20' | '30' | '49' | '54' | '58' | '59' | '68' | '97';
  /** BT-84, for a transfer. */
  readonly iban: string | null;
  /** BT-87: the last four digits of a card, and its brand. */
  readonly card: { readonly last_four: string; readonly brand: string | null } | null;
}

export interface EInvoiceTotals {
  /** BT-106 and BT-109, which are equal: discounts are allowances of lines. */
  readonly net: number;
  /** BT-110. */
  readonly vat: number;
  /** BT-112. */
  readonly gross: number;
  /** BT-113: payments and credit. */
  readonly paid: number;
  /** BT-115. */
  readonly due: number;
}

/** S taxed, Z at a rate of zero, E exempt, AE reverse charge, K goods within the Union. */
export type VatCategory = 'S' | 'Z' | 'E' | 'AE' | 'K';

/** The VAT of a line (BG-30): its category and its rate in percent as decimal text. */
export interface LineVat {
  /** BT-151. */
  readonly category: VatCategory;
  /** BT-152. */
  readonly percent: string;
}

/** The sum of all lines with one category and rate. */
export interface VatBreakdown extends LineVat {
  /** BT-116. */
  readonly taxable: number;
  /** BT-117. */
  readonly tax: number;
  /** BT-120 and BT-121, where no VAT is charged. */
  readonly exemption: { readonly reason: string; readonly code: string | null } | null;
}

export interface EInvoiceLine {
  /** BT-126. */
  readonly number: number;
  /** BT-153. */
  readonly name: string;
  /** BT-127. */
  readonly note: string | null;
  /** BT-155. */
  readonly item_code: string | null;
  /** BT-129, as decimal text; below 0 where a line takes something back. */
  readonly quantity: string;
  /** BT-146, never below 0: the price of `price_quantity` units (BT-149). */
  readonly price: number;
  readonly price_quantity: string;
  /** BG-27 above 0, BG-28 below: the discount of the line without VAT. */
  readonly discount: number;
  /** BT-131. */
  readonly net: number;
  readonly vat: LineVat;
  /** BG-26. */
  readonly period: EInvoicePeriod | null;
}
