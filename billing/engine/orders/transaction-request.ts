import type { Issue } from '../../failure.ts';
import type { AccountInput } from '../../resources/account.ts';
import type { PaymentInput } from '../../resources/payment.ts';
import type { OfferedBillingInfo } from '../payments/offered-billing-info.ts';
import type { SaleRequest } from './sale.ts';

/** A one-time payment as it was read, its numbers in the vault's keeping. */
export interface TransactionRequest {
  readonly payment: Omit<PaymentInput, 'account'>;
  readonly account: Omit<AccountInput, 'billing_info'>;
  readonly offered: OfferedBillingInfo | undefined;
  readonly issues: readonly Issue[];
}

/** A one-time payment in the words common to all sales: one charge, and nothing of what waits or is held on the account (reference "endpoints", Transactions). */
export const transactionRequest = ({ payment, account, offered, issues }: TransactionRequest): SaleRequest => ({
  path: 'transaction',
  account,
  offered,
  currency: payment.currency,
  subscriptions: [],
  charges: [
    {
      path: 'transaction',
      origin: 'one_time',
      unit_amount_in_cents: payment.amount_in_cents ?? 0,
      description: payment.description ?? null,
      accounting_code: payment.accounting_code ?? null,
      product_code: payment.product_code ?? null,
      tax_exempt: payment.tax_exempt ?? null,
      tax_code: payment.tax_code ?? null,
    },
  ],
  coupons: [],
  terms: { gateway_code: payment.gateway_code },
  sweeps: false,
  bulk: true,
  issues,
});
