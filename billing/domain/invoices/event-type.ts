export type InvoiceEventType =
  | `${'new' | 'processing' | 'past_due' | 'paid' | 'failed' | 'reopened' | 'updated'}_charge_invoice`
  | `${'new' | 'open' | 'processing' | 'closed' | 'voided' | 'reopened' | 'updated'}_credit_invoice`;
