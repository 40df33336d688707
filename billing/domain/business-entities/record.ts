import type { BusinessEntity } from '../../resources/business-entity.ts';

/** The settings of an entity, which an operator decides. */
export interface EntitySettings
  extends Pick<
    BusinessEntity,
    | 'name'
    | 'invoice_display_address'
    | 'tax_address'
    | 'origin_tax_address_source'
    | 'destination_tax_address_source'
    | 'subscriber_location_countries'
    | 'default_vat_number'
    | 'default_registration_number'
    | 'default_liability_gl_account_id'
    | 'default_revenue_gl_account_id'
  > {
  /** Whether it sells where neither the account nor its country names one. */
  readonly is_default: boolean;
  /** The prefix of its invoice numbers, which have a series of their own; empty: the numbers of the site. */
  readonly invoice_number_prefix: string;
  /** Texts of its invoices in place of those of the site; null: those of the site. */
  readonly customer_notes: string | null;
  readonly terms_and_conditions: string | null;
  readonly vat_reverse_charge_notes: string | null;
  /** The sender of mail about its invoices in place of that of the site. */
  readonly mail_from: string | null;
}

export interface BusinessEntityRecord extends EntitySettings, BusinessEntity {
  /** UUIDv7; `id` is what clients see. */
  readonly key: string;
  /** One that was removed stays for the invoices that have it. */
  readonly state: 'active' | 'inactive';
}
