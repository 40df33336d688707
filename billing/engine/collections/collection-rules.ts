import { paymentDeclined } from '../../domain/events/payment-events.ts';
import { isRefusal } from '../../domain/payments/decline-codes.ts';
import type { Intent } from '../../domain/payments/intent.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import { type Payer, transactionRecord } from '../../domain/transactions/transaction.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { completeAsFound, type FoundResult } from '../intents/complete-as-found.ts';
import { declineToRecord } from '../intents/record-decline.ts';
import type { Completion, IntentRuleDeps, IntentRules } from '../intents/registry.ts';
import { isCollectible } from '../recording/invoices/collectible.ts';
import { recordPayment, recordRefusal } from '../recording/invoices/record-collection.ts';
import { recordDeclinedOutcome, recordOutcome } from '../recording/request-outcome.ts';
import { COLLECTION_INTENT, type CollectionPayload, collectionContext } from './collection-intent.ts';

/**
 * The rules of collections: one whose process died after it asked the gateway is completed. The payment or the decline
 * is recorded as it happened, dated when it was attempted, so that no attempt is made twice. An attempt that was
 * recorded without a response is corrected, whether it was a payment or a decline.
 */
export const collectionRules = (deps: IntentRuleDeps): IntentRules => ({
  complete: (caller, intent) =>
    completeAsFound(deps, caller, intent, async (records, result): Promise<Completion> => {
      const collection = COLLECTION_INTENT.read(intent);
      const attempt = await readAttempt(deps, records, intent, collection, result);
      if (!attempt) return 'reverse';
      await records.intents.close(intent);
      const context: OutcomeContext = { ...deps, records, caller: { ...caller, correlation: intent.correlation } };
      if (!isRefusal(result)) await recordPaid(context, collection, attempt);
      else if (attempt.recorded) await correctDecline(context, collection, attempt.transaction, attempt.recorded);
      else await recordDeclined(context, collection, attempt, result);
      return 'completed';
    }),
});

interface Attempt {
  readonly transaction: TransactionRecord;
  /** The transaction that records the attempt as one without a response. */
  readonly recorded: TransactionRecord | undefined;
  readonly payer: Payer;
}

interface OutcomeContext extends Pick<IntentRuleDeps, 'world'> {
  readonly records: Records;
  /** `at`: when the outcome was looked up. */
  readonly caller: Pick<Caller, 'site' | 'at' | 'correlation'>;
}

/**
 * Returns the attempt with what the gateway reports of it. Undefined where the invoice, its account or the payment
 * method is not as it was, so that nothing can be paid, and for a challenge of which the customer was told that the
 * payment failed.
 */
const readAttempt = async (
  { world }: Pick<IntentRuleDeps, 'world'>,
  records: Records,
  { gateway_code }: Intent,
  { uuid, at, method_id, backup, unanswered }: CollectionPayload,
  result: FoundResult,
): Promise<Attempt | undefined> => {
  const invoice = await records.invoices.find(uuid);
  if (!invoice || !isCollectible(invoice)) return undefined;
  const { account_id, balance_in_cents } = invoice;
  const { paymentMethods } = records;
  const payer = await records.accounts.byId(account_id);
  const held = await (method_id ? paymentMethods.byId(method_id) : paymentMethods.primary(account_id));
  if (!payer || !held) return undefined;
  const recorded = unanswered === undefined ? undefined : await records.transactions.find(unanswered);
  if (recorded && result.outcome === 'action_required') return undefined;
  if (!isRefusal(result) && result.amount_in_cents !== balance_in_cents) return undefined;
  const subscribed = (await records.subscriptions.onInvoice(uuid)).length > 0;
  const about = {
    ...collectionContext({ invoice, payer, held, backup, subscribed }),
    byToken: false,
    gateway_code,
  };
  const answered = { ...transactionRecord(world, at, about, result), invoice_id: uuid };
  return { transaction: answered, recorded, payer };
};

const recordPaid = async (
  { records, world, caller }: OutcomeContext,
  { uuid, reason, at, idempotency_key }: CollectionPayload,
  { transaction, recorded }: Attempt,
): Promise<void> => {
  const paidAt = recorded ? caller.at : at;
  const payment = recorded ? corrected(transaction, recorded, caller.at) : transaction;
  await recordPayment(records, world, { uuid, reason }, payment, paidAt, recorded !== undefined);
  await recordOutcome(records, keyOf(idempotency_key), { outcome: 'collected' });
};

/** Records the answer that did not arrive. */
const correctDecline = async (
  { records, world, caller }: OutcomeContext,
  { uuid }: CollectionPayload,
  transaction: TransactionRecord,
  recorded: TransactionRecord,
): Promise<void> => {
  const declined = corrected(transaction, recorded, caller.at);
  await records.transactions.save(declined);
  if (declined.status !== recorded.status) records.events.say(...paymentDeclined(declined));
  await recordRefusal(records, world, { ...caller, uuid });
};

const recordDeclined = async (
  { records, world, caller: { site, correlation } }: OutcomeContext,
  { uuid, at, idempotency_key }: CollectionPayload,
  { transaction, payer: { account_code } }: Attempt,
  result: Extract<FoundResult, { error_code: string }>,
): Promise<void> => {
  const { gateway_code, currency } = transaction;
  const about = {
    operation: 'purchase',
    presented: null,
    token_id: null,
    // The customer is no longer there to confirm it.
    initiator: 'merchant',
    gateway_code: gateway_code ?? '',
    account_code,
    currency,
    invoice_id: uuid,
  } as const;
  await declineToRecord(world, { at, correlation }, about, result, transaction).record(records);
  await recordRefusal(records, world, { site, at, correlation, uuid });
  const declined = { outcome: 'declined', error_code: result.error_code, transaction } as const;
  await recordDeclinedOutcome(records, keyOf(idempotency_key), declined);
};

const corrected = (
  transaction: TransactionRecord,
  { uuid, details }: TransactionRecord,
  updated_at: TransactionRecord['updated_at'],
): TransactionRecord => ({ ...transaction, uuid, details, updated_at });

const keyOf = (idempotency_key: string | null) => ({ idempotency_key: idempotency_key ?? undefined });
