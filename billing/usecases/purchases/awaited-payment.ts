import type { TransactionRecord } from '../../ports/records.ts';
import type { Caller, World } from '../../ports/world.ts';
import type { Payer } from '../../rules/transaction.ts';
import type { Sale } from '../../selling/sale.ts';

/** A payment that is made elsewhere and not confirmed yet. */
export const awaitedPayment = (
  { ids }: World,
  { site }: Caller,
  sale: Sale,
  account_id: string | null,
  { account_code, first_name, last_name, company_name, email }: Payer,
): TransactionRecord => ({
  account_id,
  invoice_id: null,
  original_transaction_uuid: null,
  gateway_code: null,
  settlement_due_at: null,
  type: 'credit_card',
  uuid: ids.uuid(),
  action: 'purchase',
  amount_in_cents: sale.due,
  tax_in_cents: sale.charge?.invoice.tax_in_cents ?? 0,
  currency: sale.currency,
  status: 'pending',
  payment_method: 'other',
  reference: null,
  source: sale.subscriptions.length > 0 ? 'subscription' : 'transaction',
  recurring: false,
  test: site.mode === 'sandbox',
  voidable: false,
  refundable: false,
  ip_address: null,
  gateway_type: '',
  origin: 'hpp',
  description: null,
  message: null,
  approval_code: null,
  collected_at: null,
  transaction_error: null,
  cvv_result: null,
  avs_result: null,
  avs_result_street: null,
  avs_result_postal: null,
  created_at: sale.at,
  updated_at: sale.at,
  details: {
    account: { account_code, first_name, last_name, company: company_name, email, billing_info: null },
  },
});
