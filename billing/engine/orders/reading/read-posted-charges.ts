import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import { needOpenAccount } from '../../../queries/accounts/accounts.ts';
import { MOST_LINES } from '../../../resources/invoice.ts';
import type { PostedInvoiceInput } from '../../../resources/posted-invoice.ts';
import type { Submitted } from '../../../resources/submitted.ts';
import { Failure, refuse } from '../../../values/failure.ts';
import type { OrderDraft } from '../drafting/draft-order.ts';
import { type Basis, type ReaderDeps, type ReadItems, readOrder } from './read-basis.ts';
import { codesOf, readPendingCharges } from './read-charges.ts';
import { activeCoupons, couponsOfOthers } from './read-coupons.ts';
import type { OrderRequest } from './request.ts';

/**
 * Reads the order of an account's pending charges and credits, and those of children that are billed to it. They are in
 * one currency or in the one that is sent. Throws `not_found`, `account_closed`, `will_not_invoice`, `Invalid`.
 */
export const postedOrder = async (
  deps: ReaderDeps,
  caller: Caller,
  records: Records,
  account_code: string,
  { value: { currency: sent, ...terms }, issues }: Submitted<PostedInvoiceInput>,
): Promise<OrderRequest> => {
  const account = await needOpenAccount(records, account_code);
  const pending = await records.adjustments.pendingCurrencies(account);
  if (pending.length > 1 && !sent) {
    refuse([...issues, { field: 'invoice.currency', symbol: 'multiple_currencies', choices: pending }]);
  }
  const currency = pending.find((one) => !sent || one === sent);
  if (!currency) throw new Failure('will_not_invoice');
  const path = 'invoice';
  const buyer = { account: { account_code }, offered: undefined, billing_info_uuid: terms.billing_info_uuid, issues };
  const basis = { path, buyer, currency, terms };
  return {
    path,
    buyer,
    redeems: false,
    read: (state) => readOrder(deps, caller, state, basis, 'purchase', readItems),
  };
};

const readItems = async (basis: Basis): Promise<ReadItems> => {
  const { records, existing, payer, setting } = basis;
  const { at, currency, account_id } = setting;
  const pending = existing ? await records.adjustments.pending(existing, currency, MOST_LINES) : [];
  const own = await activeCoupons(records, account_id, at);
  const active = [...own, ...(await couponsOfOthers(records, pending, account_id, at))];
  return {
    charges: await readPendingCharges(basis, pending),
    subscriptions: [],
    fees: [],
    coupons: { active, replaced: [], redeemed: [] },
    accountCodes: codesOf(pending),
    credit: payer ? await records.invoices.openCredits(payer.id, currency) : [],
    giftCard: undefined,
    soldGiftCard: undefined,
    needsMethod: false,
    issues: [],
    lineIssues: [],
  };
};

/** Throws `will_not_invoice` when a parallel request has posted the charges. */
export const refuseEmpty = (draft: OrderDraft): OrderDraft => {
  if (!draft.charge && draft.credits.length === 0) throw new Failure('will_not_invoice');
  return draft;
};
