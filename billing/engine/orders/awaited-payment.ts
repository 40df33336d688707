import type { Caller } from '../../caller.ts';
import type { World } from '../../ports/world.ts';
import type { TransactionRecord } from '../../transactions/record.ts';
import { type Payer, paymentByHand } from '../../transactions/transaction.ts';
import type { Sale } from './sale.ts';

/** A payment that is made elsewhere and not confirmed yet. */
export const awaitedPayment = (
  { ids }: World,
  { site }: Caller,
  sale: Sale,
  account_id: string | null,
  payer: Payer,
): TransactionRecord => ({
  ...paymentByHand(
    {
      uuid: ids.uuid(),
      account_id,
      invoice_id: null,
      amount_in_cents: sale.due,
      tax_in_cents: sale.charge?.invoice.tax_in_cents ?? 0,
      currency: sale.currency,
      test: site.mode === 'sandbox',
      created_at: sale.at,
    },
    payer,
  ),
  status: 'pending',
  source: sale.subscriptions.length > 0 ? 'subscription' : 'transaction',
  origin: 'hpp',
});
