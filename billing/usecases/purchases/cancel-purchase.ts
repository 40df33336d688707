import type { DraftInvoice } from '../../domain/invoices/draft.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import { type CancellationDeps, cancelAuthorization } from '../../engine/orders/cancel-authorization.ts';
import type { OrderDraft } from '../../engine/orders/drafting/draft-order.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Seconds } from '../../values/time.ts';

export type Canceled = { readonly outcome: 'canceled'; readonly draft: OrderDraft } | Declined;

/** Cancels an authorized purchase: its transaction is the only record that remains. Throws `not_found`. */
export const cancelPurchase =
  (deps: CancellationDeps) =>
  async (caller: Caller, sent: string): Promise<Canceled> => {
    const canceled = await cancelAuthorization(deps, caller, sent);
    if (canceled.outcome === 'declined') return canceled;
    const { draft } = canceled.payload;
    return { outcome: 'canceled', draft: { ...draft, charge: draft.charge && neverPaid(draft.charge, caller.at) } };
  };

/** Returns the invoice that the authorization would have paid. It is not stored, and nothing is owed for it. */
const neverPaid = ({ invoice, lines }: DraftInvoice, at: Seconds): DraftInvoice => ({
  invoice: { ...invoice, state: 'failed', closed_at: at, balance_in_cents: 0, refundable_total_in_cents: 0 },
  lines,
});
