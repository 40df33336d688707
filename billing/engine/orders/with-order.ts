import type { Caller } from '../../ports/caller.ts';
import { otherCurrencyIssues } from '../../values/bank/debits.ts';
import { Failure, Invalid, type Issue, refuse } from '../../values/failure.ts';
import { findVaulted } from '../accounts/find-vaulted.ts';
import { findConfirmed } from '../intents/confirmed-action.ts';
import type { PaymentDeps } from '../intents/open-intent.ts';
import { inOrderQueue } from '../intents/operation-queues.ts';
import { payerAfter } from '../recording/accounts/payer-after.ts';
import { draftOrRefuse } from './drafting/draft-or-refuse.ts';
import type { OrderDraft } from './drafting/draft-order.ts';
import { isAutomatic, type Order } from './drafting/order.ts';
import type { OrderPaymentMethod } from './drafting/payment-method.ts';
import type { ReaderDeps } from './reading/read-basis.ts';
import { isConfirmation, readPaymentMethod } from './reading/read-payment-method.ts';
import type { BuyerRequest, BuyerState, OrderRequest } from './reading/request.ts';

export type OrderDeps = PaymentDeps & ReaderDeps;

type Use<T> = (draft: OrderDraft, order: Order) => Promise<T>;

/**
 * Runs `withOrder` for one order that an account pays at a time within this process: each is priced after the previous
 * one was recorded.
 */
export const withQueuedOrder = async <T>(
  deps: OrderDeps,
  caller: Caller,
  request: OrderRequest,
  use: Use<T>,
): Promise<T> => {
  const { account_code } = request.buyer.account;
  const found = await deps.storage.of(caller.site.id).accounts.identify(account_code ?? '');
  return inOrderQueue(deps, caller, found?.payer_account_code ?? account_code, () =>
    withOrder(deps, caller, request, use),
  );
};

/**
 * Reads a request as an order, prices it, and uses it. Releases a token that was not consumed. Throws `Invalid`,
 * `token_invalid`, `duplicate_subscription`, `GatewayUnanswered`, and `account_closed` where the payer is another
 * account that is closed.
 */
export const withOrder = async <T>(deps: OrderDeps, caller: Caller, request: OrderRequest, use: Use<T>): Promise<T> => {
  const { site } = caller;
  const { account, offered: sent, moto = false, initiation } = request.buyer;
  const records = deps.storage.of(site.id);
  const existing = await records.accounts.find(account.account_code ?? '');
  const payer = await payerAfter(records, existing, account);
  const isParent = payer !== undefined && payer !== existing;
  if (isParent && payer.state === 'closed') throw new Failure('account_closed', { value: payer.account_code });
  const movements = new Map(payer ? [[payer.id, await records.ledger.count(payer.id)]] : []);
  const wallet = payer ? await records.paymentMethods.ofAccount(payer.id) : [];
  // A parent pays with its own methods; its customer may still be asked to confirm a payment.
  const isRefused = isParent && sent !== undefined && !isConfirmation(sent);
  const named =
    sent && !isRefused
      ? await findVaulted(deps.gateways, caller, `${request.path}.account.billing_info`, sent)
      : undefined;
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
  const method = { ...read, moto: moto || offered?.input.transaction_type === 'moto', initiation };
  const refused: Issue[] = isRefused
    ? [{ field: `${request.path}.account.billing_info`, symbol: 'invalid', reason: 'parent_pays' }]
    : [];
  const state = {
    records,
    existing,
    payer,
    movements,
    method,
    issues: [...refused, ...initiatorIssues(initiation, method), ...issues],
  };
  try {
    const order = await readOrRetry(deps, caller, request, state);
    const draft = await draftOrRefuse(deps, request.path, order);
    refuse(unpayableIssues(request.path, draft, order));
    return await use(draft, order);
  } finally {
    await method.presented?.release();
  }
};

/** A debit of another currency than the order’s could only fail, at once or when a subscription renews. */
const unpayableIssues = (path: string, { due }: OrderDraft, order: Order): readonly Issue[] => {
  const { info } = order.method;
  const pays = isAutomatic(order) && (due > 0 || order.needsMethod);
  return info && pays ? otherCurrencyIssues(`${path}.currency`, info.type, order.currency) : [];
};

/** A merchant charges a stored method: one that is presented is the customer's, unless the order came otherwise. */
const initiatorIssues = (initiation: BuyerRequest['initiation'], { presented, moto }: OrderPaymentMethod): Issue[] =>
  initiation?.initiator === 'merchant' && !moto && presented
    ? [{ field: `${initiation.path}.initiator`, symbol: 'invalid', reason: 'merchant_needs_stored_method' }]
    : [];

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
