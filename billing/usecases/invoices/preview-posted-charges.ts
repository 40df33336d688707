import type { OrderDraft } from '../../engine/orders/drafting/draft-order.ts';
import { previewOrder } from '../../engine/orders/place-order.ts';
import { postedOrder, refuseEmpty } from '../../engine/orders/reading/read-posted-charges.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import type { Caller } from '../../ports/caller.ts';
import type { PostedInvoiceInput } from '../../resources/posted-invoice.ts';
import type { Submitted } from '../../resources/submitted.ts';

/**
 * Prices the invoices that posting an account's pending charges and credits would create, and writes nothing. Throws
 * what posting throws.
 */
export const previewPostedCharges =
  (deps: OrderDeps) =>
  async (caller: Caller, account_code: string, sent: Submitted<PostedInvoiceInput>): Promise<OrderDraft> => {
    const request = await postedOrder(deps, caller, deps.storage.of(caller.site.id), account_code, sent);
    return refuseEmpty(await previewOrder(deps, caller, request));
  };
