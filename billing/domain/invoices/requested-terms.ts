/** Terms on which an invoice is to be collected, as a request names them. Null: those of the site. */
export interface RequestedTerms {
  readonly collection_method?: 'automatic' | 'manual' | null | undefined;
  readonly net_terms?: number | null | undefined;
  readonly net_terms_type?: 'net' | 'eom' | null | undefined;
  readonly po_number?: string | null | undefined;
  readonly terms_and_conditions?: string | null | undefined;
  readonly customer_notes?: string | null | undefined;
  /** Notes of credit invoices; by default those of the charge. */
  readonly credit_customer_notes?: string | null | undefined;
  readonly vat_reverse_charge_notes?: string | null | undefined;
  readonly gateway_code?: string | null | undefined;
  /** The payment method of the account that pays; null: its primary. */
  readonly billing_info_uuid?: string | null | undefined;
}
