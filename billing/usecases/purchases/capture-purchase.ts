import type { Declined } from '../../domain/transactions/declined.ts';
import { captureAuthorization } from '../../engine/orders/capture-authorization.ts';
import type { RecordedOrder } from '../../engine/orders/record-order.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import type { Caller } from '../../ports/caller.ts';

export type Captured = { readonly outcome: 'captured'; readonly recorded: RecordedOrder } | Declined;

/**
 * Captures an authorized purchase and records its order as it was priced. An awaited payment counts as made. An
 * authorization that can no longer be captured is declined. Credit of the account and pending charges are not reserved
 * by the authorization: if they were used elsewhere, nothing is captured, and the authorization stays until it is
 * canceled. Throws `not_found`, `authorization_outdated`, `authorization_gone`, `simultaneous_request`.
 */
export const capturePurchase =
  (deps: OrderDeps) =>
  async (caller: Caller, sent: string): Promise<Captured> => {
    const captured = await captureAuthorization(deps, caller, sent);
    return 'outcome' in captured ? captured : { outcome: 'captured', recorded: captured };
  };
