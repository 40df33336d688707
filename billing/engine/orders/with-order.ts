import type { Caller } from '../../ports/caller.ts';
import { Invalid } from '../../values/failure.ts';
import { findVaulted } from '../accounts/find-vaulted.ts';
import { findConfirmed } from '../intents/confirmed-action.ts';
import type { PaymentDeps } from '../intents/open-intent.ts';
import { inOrderTurn } from '../intents/turns.ts';
import { draftOrRefuse } from './drafting/draft-or-refuse.ts';
import type { OrderDraft } from './drafting/draft-order.ts';
import type { Order } from './drafting/order.ts';
import type { ReaderDeps } from './reading/read-basis.ts';
import { readPaymentMethod } from './reading/read-payment-method.ts';
import type { BuyerState, OrderRequest } from './reading/request.ts';

export type OrderDeps = PaymentDeps & ReaderDeps;

type Use<T> = (draft: OrderDraft, order: Order) => Promise<T>;

/**
 * Runs `withOrder` for one order of an account at a time within this process: each is priced after the previous one was
 * recorded.
 */
export const withOrderInTurn = <T>(deps: OrderDeps, caller: Caller, request: OrderRequest, use: Use<T>): Promise<T> =>
  inOrderTurn(deps, caller, request.buyer.account.account_code, () => withOrder(deps, caller, request, use));

/**
 * Reads a request as an order, prices it, and uses it. Releases a token that was not consumed. Throws `Invalid`,
 * `token_invalid`, `duplicate_subscription`, `GatewayUnanswered`.
 */
export const withOrder = async <T>(deps: OrderDeps, caller: Caller, request: OrderRequest, use: Use<T>): Promise<T> => {
  const { site } = caller;
  const { account, moto = false } = request.buyer;
  const records = deps.storage.of(site.id);
  const existing = await records.accounts.find(account.account_code ?? '');
  const movements = existing ? await records.ledger.count(existing.id) : 0;
  const wallet = existing ? await records.paymentMethods.ofAccount(existing.id) : [];
  const named =
    request.buyer.offered &&
    (await findVaulted(deps.gateways, caller, `${request.path}.account.billing_info`, request.buyer.offered));
  const offered = named?.offered;
  const confirmed = offered && (await findConfirmed(deps, caller, offered));
  const { method: read, issues: found } = await readPaymentMethod(
    deps.vault,
    caller,
    wallet,
    { ...request.buyer, offered },
    request.path,
    confirmed,
  );
  const issues = [...(named?.issues ?? []), ...found];
  const method = { ...read, moto: moto || offered?.input.transaction_type === 'moto' };
  try {
    const order = await readOrRetry(deps, caller, request, { records, existing, movements, method, issues });
    return await use(await draftOrRefuse(deps, request.path, order), order);
  } finally {
    await method.presented?.release();
  }
};

/**
 * Reads a request, and once more if a coupon or gift card looks used up: a payment that a crash interrupted may have
 * reserved it, and is reversed first.
 */
const readOrRetry = async (
  deps: OrderDeps,
  caller: Caller,
  request: OrderRequest,
  state: BuyerState,
): Promise<Order> => {
  let read = await request.read(state);
  if ('issues' in read && request.redeems) {
    await deps.intents.endAbandoned(caller);
    read = await request.read(state);
  }
  if ('issues' in read) throw new Invalid(read.issues);
  return read.order;
};
