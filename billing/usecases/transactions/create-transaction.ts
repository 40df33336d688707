import { type PlacedOrder, placeOrder } from '../../engine/orders/place-order.ts';
import { type TransactionRequest, transactionOrder } from '../../engine/orders/reading/read-transaction.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import type { Caller } from '../../ports/caller.ts';

/** Invoices one charge and collects it at once. Throws `Invalid`, `token_invalid`, `simultaneous_request`. */
export const createTransaction =
  (deps: OrderDeps) =>
  (caller: Caller, request: TransactionRequest): Promise<PlacedOrder> =>
    placeOrder(deps, caller, transactionOrder(deps, caller, request));
