import type { AccountRecord } from '../../accounts/record.ts';
import type { Unverified } from '../../billing-info/billing-info.ts';
import type { KeptMethod } from '../../billing-info/kept-method.ts';
import type { Caller } from '../../caller.ts';
import { Failure, Invalid } from '../../failure.ts';
import type { Declined } from '../../payments/declined.ts';
import type { Reservation } from '../../payments/intent.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../time.ts';
import type { Payer } from '../../transactions/transaction.ts';
import { resultingAccount } from '../accounts/account-writer.ts';
import { earlierOutcome, recordOutcome } from '../payments/answered-once.ts';
import { inLine, movingMoney, type PaymentDeps } from '../payments/open-intent.ts';
import { prepareBillingInfo, type SaveBillingInfo } from '../payments/prepare-billing-info.ts';
import { reverseAbandoned } from '../payments/reverse-abandoned.ts';
import { schedulePastDue } from '../payments/schedule-collection.ts';
import { type Paying, settle, type Taken, takePayment } from '../payments/take-payment.ts';
import { type PrepareDeps, prepareSale, type SaleGround } from './prepare-sale.ts';
import { type PaymentMethod, readPaymentMethod } from './read-payment-method.ts';
import { type RecordedSale, recordSale, refuseOtherAccount } from './record-sale.ts';
import type { Sale, SaleRequest } from './sale.ts';

export type SellDeps = PaymentDeps & PrepareDeps;

export type Sold = { readonly outcome: 'sold'; readonly recorded: RecordedSale } | Declined;

/**
 * Sells: prices the request, takes the money that credit does not cover, and records all of it (DESIGN section 6; specification "Create purchase"). A
 * decline creates nothing but its transaction. A repeated request with the same `Idempotency-Key` gets the outcome of the first, sold or declined. Throws `Invalid`,
 * `token_invalid`, `simultaneous_request`, `duplicate_subscription`.
 */
export const sell =
  (deps: SellDeps) =>
  async (caller: Caller, request: SaleRequest): Promise<Sold> => {
    const before = await earlierOutcome<RecordedSale>(deps.storage.of(caller.site.id), caller);
    if (before) return before.outcome === 'declined' ? before : { outcome: 'sold', recorded: before.value };
    return forAccount(deps, caller, request, async (sale, ground) => {
      const missing = missingMethod(sale, request, ground.method);
      if (missing) return missing;
      const take = sale.due > 0 && isAutomatic(request) ? charge : book;
      return take(deps, caller, request, sale, ground);
    });
  };

/** The sale as it would be. Holds a token for a moment, and writes nothing. */
export const previewSale =
  (deps: SellDeps) =>
  (caller: Caller, request: SaleRequest): Promise<Sale> =>
    prepared(deps, caller, request, async (sale) => sale);

const isAutomatic = ({ terms }: SaleRequest): boolean => terms.collection_method !== 'manual';

/** One sale of an account after the other, as far as this process goes: each is priced on what the one before has left. */
export const forAccount: typeof prepared = (deps, caller, request, use) =>
  inLine(deps, `${caller.site.id} sales ${request.account.account_code}`, () => prepared(deps, caller, request, use));

/** Reads what the sale stands on, prices it, and gives a token back that nobody used. */
export const prepared = async <T>(
  deps: SellDeps,
  caller: Caller,
  request: SaleRequest,
  use: (sale: Sale, ground: SaleGround) => Promise<T>,
): Promise<T> => {
  const { site } = caller;
  const records = deps.storage.of(site.id);
  const existing = await records.accounts.find(request.account.account_code ?? '');
  const moved = existing ? await records.ledger.count(existing.id) : 0;
  const held = existing && (await records.billingInfos.find(existing.id));
  const now = caller.at;
  const path = `${request.path}.account.billing_info`;
  const method = await readPaymentMethod(deps.vault)(site, now, held, request.offered, path);
  try {
    const ground = { records, existing, moved, held, method };
    return await use(await priced(deps, caller, request, ground), ground);
  } finally {
    await method.presented?.release();
  }
};

/** What is used up may only be held by a call whose process died: that is ended, and the request judged again. */
const priced = async (deps: SellDeps, caller: Caller, request: SaleRequest, ground: SaleGround): Promise<Sale> => {
  const price = () => prepareSale(deps)(caller, request, ground);
  try {
    return await price();
  } catch (error) {
    const wantsScarce = request.coupons.length > 0 || request.gift_card !== undefined;
    if (!(error instanceof Invalid) || !wantsScarce) throw error;
    await reverseAbandoned(deps)(caller);
    return price();
  }
};

/** Nothing to pay with, where something is needed to (reference "pricing", section 5). */
export const missingMethod = (sale: Sale, request: SaleRequest, { info }: PaymentMethod): Declined | undefined => {
  if (info || !isAutomatic(request)) return undefined;
  return sale.due > 0 || sale.needsMethod ? { outcome: 'declined', error_code: 'no_billing_information' } : undefined;
};

/** One money movement at a time for each account; one that does not exist yet goes by its code. */
export const subjectOf = (sale: Pick<Sale, 'existing' | 'account_id' | 'account_code'>): string =>
  sale.existing ? sale.account_id : `code:${sale.account_code}`;

/** Takes what others might take too. Throws `simultaneous_request` when the account, or money of it, has moved since the sale was priced. */
export const reserve =
  (sale: Sale, { moved }: Pick<SaleGround, 'moved'>) =>
  async (records: Records): Promise<Reservation | null> => {
    const { reservation, at } = sale;
    await refuseOtherAccount(records, sale);
    if (sale.existing && (await records.ledger.count(sale.account_id)) !== moved) {
      throw new Failure('simultaneous_request');
    }
    for (const key of reservation.coupons) if (!(await records.coupons.redeem(key))) throw usedUp(sale);
    for (const key of reservation.codes) if (!(await records.coupons.codes.redeem(key, at))) throw usedUp(sale);
    for (const key of reservation.gift_cards) {
      if (!(await records.giftCards.redeem(key, at))) throw new Failure('gift_card_already_redeemed');
    }
    return Object.values(reservation).some((taken) => taken.length > 0) ? reservation : null;
  };

const usedUp = ({ redemptions }: Sale): Failure =>
  new Failure('coupon_not_redeemable', { value: redemptions.map(({ coupon_code }) => coupon_code).join(', ') });

/** Nothing is due, or it is invoiced: one transaction, after a new payment method was confirmed. */
const book = async (
  deps: SellDeps,
  caller: Caller,
  request: SaleRequest,
  sale: Sale,
  { existing, moved, held, method }: SaleGround,
): Promise<Sold> => {
  const confirmed =
    request.offered && method.presented
      ? await prepareBillingInfo(deps)(caller, {
          account: existing,
          payer: payerOf(existing, request),
          held,
          offered: { ...request.offered, presented: method.presented },
          path: `${request.path}.account.billing_info`,
          issues: [],
        })
      : undefined;
  if (confirmed?.outcome === 'declined') return confirmed;
  const record = async (records: Records, saveMethod?: SaveBillingInfo): Promise<RecordedSale> => {
    await reserve(sale, { moved })(records);
    return recordOutcome(records, caller, await recordSale(deps.world)(caller, records, sale, { saveMethod }));
  };
  // The intent of the check keeps others away until what it was for is recorded.
  const recorded = confirmed
    ? await confirmed.record(record)
    : await movingMoney(deps)(caller, subjectOf(sale), (records) => record(records));
  return { outcome: 'sold', recorded };
};

const charge = async (
  deps: SellDeps,
  caller: Caller,
  request: SaleRequest,
  sale: Sale,
  ground: SaleGround,
): Promise<Sold> => {
  const { method } = ground;
  const { info } = method;
  if (!info) return { outcome: 'declined', error_code: 'no_billing_information' };
  const taken = await takePayment(deps)(caller, payingFor(sale, request, { ...ground, info }, 'purchase'));
  if (taken.outcome === 'declined') return taken;
  const { transaction, intent } = taken;
  const kept = keptMethod(method, info, taken);
  const payment = { transaction, saveMethod: kept && saveKept(sale.at, kept) };
  const recorded = await settle(deps)(caller, intent, async (records) =>
    recordOutcome(records, caller, await recordSale(deps.world)(caller, records, sale, payment)),
  );
  return { outcome: 'sold', recorded };
};

/** What a payment for a sale asks of a gateway. */
export const payingFor = (
  sale: Sale,
  request: SaleRequest,
  { existing, moved, held, method, info }: SaleGround & { readonly info: Unverified },
  action: Paying['action'],
): Paying => ({
  subject: subjectOf(sale),
  accountId: existing?.id ?? null,
  payer: payerOf(existing, request),
  info,
  method: method.presented
    ? { presented: method.presented }
    : { reference: held?.reference ?? '', month: info.month ?? 0, year: info.year ?? 0 },
  action,
  amount_in_cents: sale.due,
  tax_in_cents: sale.charge?.invoice.tax_in_cents ?? 0,
  currency: sale.currency,
  gateway_code:
    request.terms.gateway_code || (method.presented ? request.offered?.input.gateway_code : held?.gateway_code) || null,
  byToken: method.byToken,
  recurring: false,
  initiator: 'customer',
  source: sale.subscriptions.length > 0 ? 'subscription' : 'transaction',
  reserve: reserve(sale, { moved }),
});

/** What was presented with the sale goes on file. */
export const keptMethod = (
  { presented }: PaymentMethod,
  info: Unverified,
  { answer, intent }: Taken,
): KeptMethod | undefined =>
  presented && { ...info, reference: answer.method_reference, gateway_code: intent.gateway_code };

export const saveKept =
  (at: Seconds, method: KeptMethod) =>
  async (records: Records, account_id: string): Promise<void> => {
    await records.billingInfos.save({ ...method, account_id, created_at: at, updated_at: at });
    await schedulePastDue(records, { at }, account_id);
  };

export const payerOf = (existing: AccountRecord | undefined, request: SaleRequest): Payer => {
  const { first_name, last_name, company_name, email } = resultingAccount(existing, request.account);
  return { account_code: request.account.account_code ?? '', first_name, last_name, company_name, email };
};
