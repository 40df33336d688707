/** The settings of a site that decide how it taxes. */
export interface Seller {
  /** A sandbox accepts made-up VAT numbers. */
  readonly mode: 'sandbox' | 'production';
  /** ISO 3166-1 alpha-2. */
  readonly seller_country: string;
  /**
   * The places where tax is collected: countries (`DE`), US states and Canadian provinces (`US-CA`, `CA-QC`), `EU` for
   * each of its countries.
   */
  readonly tax_registrations: readonly string[];
  /** Whether charges are taxed that do not set it themselves. */
  readonly tax_charges: boolean;
  /** Whether only the account's address determines tax. */
  readonly tax_account_address: boolean;
}
