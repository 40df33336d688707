import type { Caller } from '../../caller.ts';
import { type SellDeps, type Sold, sell } from '../../engine/orders/sell.ts';
import { type TransactionRequest, transactionRequest } from '../../engine/orders/transaction-request.ts';

/** Invoices one charge and collects it at once. Throws `Invalid`, `token_invalid`, `simultaneous_request`. */
export const createTransaction =
  (deps: SellDeps) =>
  (caller: Caller, request: TransactionRequest): Promise<Sold> =>
    sell(deps)(caller, transactionRequest(request));
