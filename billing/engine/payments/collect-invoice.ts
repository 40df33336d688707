import type { Caller } from '../../caller.ts';
import { Failure } from '../../failure.ts';
import { invoiceName } from '../../invoices/invoice-name.ts';
import { paid } from '../../invoices/pay-drafts.ts';
import type { ShownInvoice } from '../../invoices/record.ts';
import { moneyReceived } from '../../ledger/movements.ts';
import type { Declined } from '../../payments/declined.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../time.ts';
import type { TransactionRecord } from '../../transactions/record.ts';
import { pastDue } from '../dunning/past-due.ts';
import { earlierOutcome, recordOutcome } from './answered-once.ts';
import { movingMoney, type PaymentDeps } from './open-intent.ts';
import { type Paying, settle, takePayment } from './take-payment.ts';
import { payFromHeldCredit } from './use-credit.ts';

export type CollectDeps = Omit<PaymentDeps, 'vault'>;

export interface Collecting {
  /** The invoice's uuid. */
  readonly uuid: string;
  /** What `recovery_reason` says of an invoice that was past due. */
  readonly reason: string;
  /** Asked for by the merchant: at most once an hour for an account. */
  readonly forced?: boolean;
  /** The attempt that was due: nothing is attempted when another process has made it. */
  readonly attempt?: Seconds | null;
  /** `merchant`: the service tries by itself. By default a customer wants it paid now. */
  readonly initiator?: Paying['initiator'];
}

export type Collected = { readonly outcome: 'collected' } | Declined;

const COLLECTED = { outcome: 'collected' } as const;

/** Seconds. */
const HOUR = 3600;

const isCollectible = ({ type, state, collection_method }: ShownInvoice): boolean =>
  type === 'charge' && collection_method === 'automatic' && (state === 'pending' || state === 'past_due');

/**
 * Collects an invoice that is not paid: from credit that the account holds, then by its billing info. After a refusal
 * it is past due and in dunning, with its next attempt. A bank debit leaves it processing. Throws `not_found`,
 * `invoice_not_collectible`, `collection_rate_limited`, `simultaneous_request`.
 */
export const collectInvoice =
  (deps: CollectDeps) =>
  async (
    caller: Caller,
    { uuid, reason, forced = false, attempt, initiator = 'customer' }: Collecting,
  ): Promise<Collected> => {
    const { storage, world } = deps;
    const at = caller.at;
    const before = await earlierOutcome<{ outcome: 'collected' }>(storage.of(caller.site.id), caller);
    if (before) return before.outcome === 'declined' ? before : before.value;
    const { account_id, account_code } = await needCollectible(storage.of(caller.site.id), uuid);

    const charge = await movingMoney(deps)(caller, account_id, async (records) => {
      const found = await needCollectible(records, uuid, attempt);
      const after = recovered(await payFromHeldCredit(records, world, found, at), found, 'credit_applied');
      if (after.balance_in_cents !== found.balance_in_cents || after.state !== found.state)
        await records.invoices.save(after);
      if (after.state === 'paid') await recordOutcome(records, caller, COLLECTED);
      return after;
    });
    if (charge.state === 'paid') return COLLECTED;

    const records = storage.of(caller.site.id);
    const refused = async (records: Records, unasked?: string): Promise<void> => {
      const found = await records.invoices.find(uuid);
      if (found && isCollectible(found)) await records.invoices.save(await pastDue(records, found, at, unasked));
    };
    const unasked = async (error_code: string): Promise<Declined> => {
      await storage.transaction(caller.site.id, (records) => refused(records, error_code));
      return { outcome: 'declined', error_code };
    };
    const account = await records.accounts.find(account_code);
    const held = await records.billingInfos.find(account_id);
    if (!account || !held) return unasked('no_billing_information');

    const lines = await records.adjustments.onInvoice(uuid);
    const taken = await takePayment(deps)(caller, {
      subject: account_id,
      accountId: account_id,
      payer: account,
      info: held,
      method: { reference: held.reference, month: held.month ?? 0, year: held.year ?? 0 },
      action: 'purchase',
      amount_in_cents: charge.balance_in_cents,
      tax_in_cents: charge.tax_in_cents,
      currency: charge.currency,
      gateway_code: charge.gateway_code || held.gateway_code,
      network_transaction_id: held.network_transaction_id,
      byToken: false,
      recurring: charge.origin === 'renewal',
      initiator,
      source: lines.some(({ subscription_id }) => subscription_id) ? 'subscription' : 'transaction',
      invoice_id: uuid,
      async reserve(records) {
        const found = await needCollectible(records, uuid, attempt);
        const current = await records.billingInfos.find(account_id);
        if (found.balance_in_cents !== charge.balance_in_cents || current?.reference !== held.reference) {
          throw new Failure('simultaneous_request');
        }
        if (forced && !(await records.invoices.forceCollection(account_id, at, at - HOUR))) {
          throw new Failure('collection_rate_limited', { value: account_code });
        }
        return null;
      },
      refused,
    });
    if (taken.outcome === 'declined') return taken.transaction ? taken : unasked(taken.error_code);
    return settle(deps)(caller, taken.intent, async (records): Promise<Collected> => {
      await recordPayment(deps, records, uuid, taken.transaction, reason, at);
      return recordOutcome(records, caller, COLLECTED);
    });
  };

/** What a payment makes of the invoice it is for. What settles later leaves it processing. */
const recordPayment = async (
  { world }: Pick<CollectDeps, 'world'>,
  records: Records,
  uuid: string,
  payment: TransactionRecord,
  reason: string,
  at: Seconds,
): Promise<void> => {
  const found = await needCollectible(records, uuid);
  await records.transactions.add(payment);
  if (payment.status !== 'success') {
    await records.invoices.save({
      ...found,
      state: 'processing',
      attempt_next_collection_at: null,
      dunning_due_at: null,
      updated_at: at,
    });
    return;
  }
  await records.invoices.save(recovered(paid(found, payment.amount_in_cents, at), found, reason));
  await records.ledger.append(moneyReceived(world, found, payment, at));
  await records.subscriptions.convertGifts(found.uuid, at);
};

/** Says why an invoice that was past due is paid now. */
export const recovered = <I extends ShownInvoice>(after: I, before: ShownInvoice, reason: string): I =>
  before.state === 'past_due' && after.state === 'paid' ? { ...after, recovery_reason: reason } : after;

const needCollectible = async (
  { invoices }: Pick<Records, 'invoices'>,
  uuid: string,
  attempt?: Seconds | null,
): Promise<ShownInvoice> => {
  const found = await invoices.find(uuid);
  if (attempt !== undefined && found?.attempt_next_collection_at !== attempt) throw new Failure('simultaneous_request');
  if (!found || !isCollectible(found)) {
    throw new Failure('invoice_not_collectible', { value: found ? invoiceName(found) : uuid });
  }
  return found;
};
