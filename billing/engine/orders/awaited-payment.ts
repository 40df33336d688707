import type { TransactionRecord } from '../../domain/transactions/record.ts';
import { paymentByHand } from '../../domain/transactions/transaction.ts';
import type { Caller } from '../../ports/caller.ts';
import type { World } from '../../ports/world.ts';
import type { OrderDraft } from './drafting/draft-order.ts';
import type { Order } from './drafting/order.ts';
import { sourceOf } from './payment-of-order.ts';

/** Returns the transaction of a payment that is made on a page of the customer's bank, not confirmed yet. */
export const awaitedPayment = (
  { ids }: Pick<World, 'ids'>,
  { site }: Caller,
  draft: OrderDraft,
  { payer }: Order,
): TransactionRecord => ({
  ...paymentByHand(
    {
      uuid: ids.uuid(),
      account_id: payer.exists ? payer.id : null,
      invoice_id: null,
      amount_in_cents: draft.due,
      tax_in_cents: draft.charge?.invoice.tax_in_cents ?? 0,
      currency: draft.currency,
      test: site.mode === 'sandbox',
      created_at: draft.at,
    },
    payer,
  ),
  status: 'pending',
  source: sourceOf(draft),
  origin: 'hpp',
});
