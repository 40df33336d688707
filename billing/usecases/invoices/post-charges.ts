import type { Caller } from '../../caller.ts';
import { type RecordedSale, recordSale } from '../../engine/orders/record-sale.ts';
import type { Sale, SaleRequest } from '../../engine/orders/sale.ts';
import { forAccount, previewSale, reserve, type SellDeps } from '../../engine/orders/sell.ts';
import { earlierOutcome, recordOutcome } from '../../engine/payments/answered-once.ts';
import { collectInvoice } from '../../engine/payments/collect-invoice.ts';
import { movingMoney } from '../../engine/payments/open-intent.ts';
import { Failure, type Issue } from '../../failure.ts';
import { needOpenAccount } from '../../queries/accounts/need-account.ts';
import type { PostedInvoiceInput } from '../../resources/posted-invoice.ts';
import type { Submitted } from '../../resources/submitted.ts';

/** Seconds after which an invoice is collected whose first attempt did not come about. */
const SECOND_ATTEMPT = 3600;

/**
 * Invoices what waits on an account, charges and credits apart, and collects it (reference "endpoints", Invoices; "lifecycles", sections 3 and 5). The invoice comes
 * first: a refused payment leaves it past due. Of several currencies, that of the oldest charge or credit is invoiced; posting again takes the next.
 * The oldest are invoiced first, fewer than 6,000 at a time; posting again takes the others.
 * Throws `not_found`, `account_closed`, `will_not_invoice`, `Invalid`, `simultaneous_request`.
 */
export const postCharges =
  (deps: SellDeps) =>
  async (caller: Caller, account_code: string, sent: Submitted<PostedInvoiceInput>): Promise<RecordedSale> => {
    const before = await earlierOutcome<RecordedSale>(deps.storage.of(caller.site.id), caller);
    if (before?.outcome === 'done') return before.value;
    const request = await pendingSale(deps, caller, account_code, sent);
    return forAccount(deps, caller, request, async (priced, ground) => {
      const sale = awaitingCollection(something(priced));
      const recorded = await movingMoney(deps)(caller, sale.account_id, async (records) => {
        await needOpenAccount(records, account_code);
        await reserve(sale, ground)(records);
        return recordOutcome(records, caller, await recordSale(deps.world)(caller, records, sale, {}));
      });
      if (sale.charge?.invoice.attempt_next_collection_at && recorded.charge) {
        await collectNow(deps, caller, recorded.charge);
      }
      return recorded;
    });
  };

/** The invoices as they would be. Writes nothing. Throws what posting throws. */
export const previewCharges =
  (deps: SellDeps) =>
  async (caller: Caller, account_code: string, sent: Submitted<PostedInvoiceInput>): Promise<Sale> =>
    something(await previewSale(deps)(caller, await pendingSale(deps, caller, account_code, sent)));

const pendingSale = async (
  { storage }: SellDeps,
  { site }: Caller,
  account_code: string,
  { value, issues }: Submitted<PostedInvoiceInput>,
): Promise<SaleRequest> => {
  const records = storage.of(site.id);
  const account = await needOpenAccount(records, account_code);
  const currency = await records.adjustments.pendingCurrency(account.id);
  if (!currency) throw new Failure('will_not_invoice');
  return requestOf(account_code, currency, value, issues);
};

const requestOf = (
  account_code: string,
  currency: string,
  terms: PostedInvoiceInput,
  issues: readonly Issue[],
): SaleRequest => ({
  path: 'invoice',
  account: { account_code },
  currency,
  subscriptions: [],
  charges: [],
  coupons: [],
  terms,
  sweeps: true,
  bulk: true,
  issues,
});

/** Somebody else may have posted it meanwhile. */
const something = (sale: Sale): Sale => {
  if (!sale.charge && sale.credits.length === 0) throw new Failure('will_not_invoice');
  return sale;
};

/** Should this process end before it has collected, somebody else will. */
const awaitingCollection = (sale: Sale): Sale => {
  const { charge, at, due } = sale;
  if (!charge || due === 0 || charge.invoice.collection_method === 'manual') return sale;
  return {
    ...sale,
    charge: { ...charge, invoice: { ...charge.invoice, attempt_next_collection_at: at + SECOND_ATTEMPT } },
  };
};

const collectNow = async (deps: SellDeps, caller: Caller, uuid: string): Promise<void> => {
  try {
    // The outcome of the request is the invoice, not what its collection comes to.
    await collectInvoice(deps)({ ...caller, idempotency_key: undefined }, { uuid, reason: 'posted' });
  } catch (error) {
    // The invoice is there; what kept it from being collected does not take it back.
    if (!(error instanceof Failure)) throw error;
  }
};
