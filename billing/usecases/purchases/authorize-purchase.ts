import type { Caller } from '../../caller.ts';
import { awaitedPayment } from '../../engine/orders/awaited-payment.ts';
import type { Sale, SaleRequest } from '../../engine/orders/sale.ts';
import {
  forAccount,
  type KeptMethod,
  keptMethod,
  missingMethod,
  payerOf,
  payingFor,
  reserve,
  type SellDeps,
  subjectOf,
} from '../../engine/orders/sell.ts';
import { became, becameBefore } from '../../engine/payments/answered-once.ts';
import { movingMoney } from '../../engine/payments/open-intent.ts';
import { keptUnder } from '../../engine/payments/reverse-abandoned.ts';
import { takePayment } from '../../engine/payments/take-payment.ts';
import { Failure } from '../../failure.ts';
import type { Declined } from '../../payments/declined.ts';
import type { Intent } from '../../payments/intent.ts';
import type { TransactionRecord } from '../../transactions/record.ts';

/** What an authorization keeps until it is captured: the sale as it was priced, and the payment method it brings. */
export interface KeptSale {
  readonly sale: Sale;
  readonly method: KeptMethod | null;
}

/** How long a priced request is kept (DESIGN section 11). */
export const KEPT_DAYS = 7;
const KEPT_MS = KEPT_DAYS * 86_400_000;

export type Authorized =
  | { readonly outcome: 'authorized'; readonly sale: Sale; readonly transaction: TransactionRecord }
  | Declined;

/**
 * Prices a purchase and sets its amount aside, to be captured or let go (reference "payments", section 6). Durable are the authorization and the priced
 * request; there is no invoice yet. One that names the page of a bank in place of a payment method waits for that page. Throws what a purchase throws,
 * and `nothing_due`.
 */
export const authorizePurchase =
  (deps: SellDeps) =>
  async (caller: Caller, request: SaleRequest): Promise<Authorized> => {
    if (isPaidElsewhere(request)) return awaitPurchase(deps)(caller, request);
    const before = await authorizedBefore(deps, caller);
    if (before) return before;
    return forAccount(deps, caller, request, async (sale, ground) => {
      const { info } = ground.method;
      const missing = missingMethod(sale, request, ground.method);
      if (missing) return missing;
      if (!info || sale.due === 0) throw new Failure('nothing_due');
      const taken = await takePayment(deps)(caller, payingFor(sale, request, { ...ground, info }, 'authorize'));
      if (taken.outcome === 'declined') return taken;
      const transaction = { ...taken.transaction, account_id: ground.existing?.id ?? null };
      await keep(deps, caller, taken.intent, transaction, {
        sale,
        method: keptMethod(ground.method, info, taken) ?? null,
      });
      return { outcome: 'authorized', sale, transaction };
    });
  };

/**
 * Prices a purchase that is paid for elsewhere, at a page of the customer's bank, and keeps it until the merchant says how that ended: capture it when the money
 * came, cancel it when not. Asks no gateway. Throws `Invalid`, as when the account has no email address, and `nothing_due`.
 */
export const awaitPurchase =
  (deps: SellDeps) =>
  async (caller: Caller, request: SaleRequest): Promise<Authorized> => {
    const before = await authorizedBefore(deps, caller);
    if (before) return before;
    const held = await deps.storage.of(caller.site.id).accounts.find(request.account.account_code ?? '');
    return forAccount(deps, caller, withEmail(request, held?.email), async (sale, { existing, moved }) => {
      if (sale.due === 0) throw new Failure('nothing_due');
      const { ids } = deps.world;
      const transaction = awaitedPayment(deps.world, caller, sale, existing?.id ?? null, payerOf(existing, request));
      const intent: Intent = {
        id: ids.uuid(),
        kind: 'authorization',
        subject: keptUnder(transaction.uuid),
        gateway_key: ids.uuid(),
        gateway_code: '',
        correlation: caller.correlation,
        leased_until: sale.at * 1000 + KEPT_MS,
        reserved: null,
        sale: { sale, method: null } satisfies KeptSale,
      };
      await movingMoney(deps)(caller, subjectOf(sale), async (records) => {
        const reserved = await reserve(sale, { moved })(records);
        if (!(await records.intents.open({ ...intent, reserved }))) throw new Failure('simultaneous_request');
        await records.transactions.add(transaction);
        return became(records, caller, { authorization: transaction.uuid });
      });
      return { outcome: 'authorized', sale, transaction };
    });
  };

/** What the same request has set aside before; declined when that is captured or gone by now. */
const authorizedBefore = async ({ storage }: SellDeps, caller: Caller): Promise<Authorized | undefined> => {
  const records = storage.of(caller.site.id);
  const before = await becameBefore<{ authorization: string }>(records, caller);
  if (!before) return undefined;
  const transaction = await records.transactions.find(before.authorization);
  const intent = await records.intents.of(keptUnder(before.authorization));
  if (!transaction || !intent) return { outcome: 'declined', error_code: 'authorization_expired' };
  return { outcome: 'authorized', sale: (intent.sale as KeptSale).sale, transaction };
};

/** The page of a bank is named, and nothing that could be charged. */
const isPaidElsewhere = ({ offered }: SaleRequest): boolean =>
  Boolean(offered?.input.external_hpp_type && !offered.input.token_id && !offered.presented);

/** The page writes to the address that is sent, or else to the one on file. */
const withEmail = ({ account, issues, ...request }: SaleRequest, onFile: string | null | undefined): SaleRequest => {
  const { email = onFile } = account;
  const missing = email?.trim() ? [] : [{ field: 'purchase.account.email', symbol: 'blank' } as const];
  return { ...request, account, offered: undefined, issues: [...issues, ...missing] };
};

/** Turns the intent of the call into one that waits, and leaves the account to others. */
const keep = (
  { storage }: SellDeps,
  caller: Caller,
  intent: Intent,
  transaction: TransactionRecord,
  kept: KeptSale,
): Promise<object> =>
  storage.transaction(caller.site.id, async (records) => {
    if (!(await records.intents.find(intent.id))) throw new Failure('simultaneous_request');
    await records.transactions.add(transaction);
    await records.intents.save({
      ...intent,
      kind: 'authorization',
      subject: keptUnder(transaction.uuid),
      leased_until: transaction.created_at * 1000 + KEPT_MS,
      sale: kept,
    });
    return became(records, caller, { authorization: transaction.uuid });
  });
