import { type TaxTreatment, treatmentOf } from '../reports/tax-treatment.ts';

/** The part of a line that one tax is about; all of a line without a tax. */
export interface TaxJurisdiction {
  /** Country and state of the customer. */
  readonly country: string | null;
  readonly state: string | null;
  /** The place or the name of the tax: `FR` of VAT, `CA` of American sales tax, `GST` elsewhere. */
  readonly region: string | null;
  /** `vat` in the European Union, `usst` in the United States, elsewhere the code of the country: `gb`. */
  readonly tax_type: string | null;
  /** A decimal fraction. */
  readonly rate: string | null;
  readonly treatment: TaxTreatment;
  readonly currency: string;
}

/** A part of a line, with what tax returns ask of it. Amounts of credit are below 0. */
export interface SoldPart extends TaxJurisdiction {
  readonly seller_country: string;
  readonly account_code: string;
  readonly vat_number: string | null;
  /** The calendar quarter of the sale that a line credits, if it was before the period; otherwise null. */
  readonly corrected_quarter: string | null;
  /** In cents. The net amount of a line with several taxes is in each of its parts. */
  readonly net: number;
  readonly tax: number;
}

/** A line as `taxPartsOf` reads it. */
interface TaxedLine {
  readonly country: string | null;
  readonly state: string | null;
  readonly currency: string;
  readonly taxes: readonly {
    readonly type: string;
    readonly region: string;
    readonly rate: string;
    readonly amount: number;
  }[];
  readonly tax_exempt: boolean;
  readonly gift_card: boolean;
  readonly reverse_charge: boolean;
  readonly invoice_origin: string;
}

/**
 * Returns the parts of a line, with the cents of tax of each: one for each tax, also where that rounds to nothing, as
 * the line is sold under it; one for all of a line without a tax.
 */
export const taxPartsOf = (line: TaxedLine): readonly (readonly [TaxJurisdiction, number])[] => {
  const { country, state, currency, taxes } = line;
  const treatment = treatmentOf(line);
  const untaxed = { type: null, region: null, rate: null, amount: 0 };
  return (taxes.length > 0 ? taxes : [untaxed]).map(({ type, region, rate, amount }) => [
    { country, state, region, tax_type: type, rate, treatment, currency },
    amount,
  ]);
};
