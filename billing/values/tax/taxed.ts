import type { TaxRate } from '../price/cart.ts';
import type { TaxAddress } from './destination.ts';
import type { Seller } from './seller.ts';

/** The addresses that a sale can start or end at for its tax: the seller's or the customer's. */
export type TaxAddressSource = 'origin' | 'destination';

/** The parts of a sale that determine its tax. */
export interface TaxRequest {
  readonly site: Seller;
  /** The destination that `taxDestination` chose; without one, nothing is taxed. */
  readonly destination: TaxAddress | undefined;
  /** The address that the sale starts at; without it, the seller's. */
  readonly origin_source?: TaxAddressSource | null;
  /** The address that it ends at; without it, the customer's. */
  readonly destination_source?: TaxAddressSource | null;
  /**
   * `digital`, `physical` or `unknown`; a provider may know more. Every other code means `unknown`, which is taxed as
   * `physical` is.
   */
  readonly tax_code: string | null;
  /** The VAT number as the customer entered it. An invalid number is ignored. */
  readonly vat_number: string | null;
  readonly exemptions: TaxExemptions;
}

export interface TaxExemptions {
  /** The account or the product is exempt: nothing is taxed. */
  readonly exempt: boolean;
  /** Tax settings of the account, for providers that use them. */
  readonly exemption_certificate?: string | null;
  readonly entity_use_code?: string | null;
}

/**
 * The resulting taxation. `rates`: all that apply, none where nothing is taxed. `reverse_charge`: the customer owes the
 * VAT, and the invoice shows the number and the site's notes. `refused`: the merchant would have to be registered in
 * the country, so nothing may be invoiced.
 */
export type Taxation =
  | { readonly outcome: 'rates'; readonly rates: readonly TaxRate[] }
  | { readonly outcome: 'reverse_charge'; readonly vat_number: string }
  | { readonly outcome: 'refused'; readonly country: string };
