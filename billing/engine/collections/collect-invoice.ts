import type { Declined } from '../../domain/transactions/declined.ts';
import type { Caller } from '../../ports/caller.ts';
import { Failure } from '../../values/failure.ts';
import { HOUR, type Seconds } from '../../values/time.ts';
import { recordInQueue } from '../intents/open-intent.ts';
import { payFromHeldCredit } from '../recording/credit/use-credit.ts';
import { saveCharge } from '../recording/events/save-charge.ts';
import { needCollectible, recovered } from '../recording/invoices/collectible.ts';
import { recordRefusal } from '../recording/invoices/record-collection.ts';
import type { AgreedMethod } from '../recording/methods/paying-method.ts';
import { needNoOutcome, once, recordOutcome } from '../recording/request-outcome.ts';
import { methodOfAttempt } from './method-of-attempt.ts';
import { COLLECTED, type CollectDeps, type Collected, type InvoiceToPay, payInvoice } from './pay-invoice.ts';

export interface CollectionAttempt {
  /** The invoice's uuid. */
  readonly uuid: string;
  /** The `recovery_reason` of an invoice that was past due. */
  readonly reason: string;
  /** Requested by the merchant: at most once an hour for an account. */
  readonly forced?: boolean;
  /** The due attempt. Nothing is done when another process has made it. */
  readonly attempt?: Seconds | null;
  /** `merchant`: an automatic attempt. By default, the customer initiates the payment. */
  readonly initiator?: InvoiceToPay['initiator'];
  /** The payment method of this attempt; by default that of the invoice. */
  readonly billing_info_uuid?: string | null | undefined;
  /** The method that was named to the customer or operator: no other is charged. */
  readonly agreed?: AgreedMethod | undefined;
  /** A scheduled retry: the invoice's method and the backup of the account are tried in turns. */
  readonly alternates?: boolean;
  /** An order by mail or telephone: the customer is not asked to confirm the payment. */
  readonly moto?: boolean;
  /** The challenge of an earlier attempt, which the customer passed. */
  readonly confirmed?: InvoiceToPay['confirmed'];
}

/**
 * Collects an unpaid invoice: from credit that the account holds, then with its billing info. After a decline the
 * invoice is past due and in dunning, with its next attempt scheduled. A bank debit leaves it processing. A repeated
 * request with the same `Idempotency-Key` gets the outcome of the first. Throws `not_found`, `unable_to_collect`,
 * `too_many_collection_attempts`, `simultaneous_request`.
 */
export const collectInvoice = (deps: CollectDeps, caller: Caller, collecting: CollectionAttempt): Promise<Collected> =>
  once<typeof COLLECTED>(deps.storage.of(caller.site.id), caller, () => collect(deps, caller, collecting));

const collect = async (deps: CollectDeps, caller: Caller, attempted: CollectionAttempt): Promise<Collected> => {
  const { uuid, reason, forced = false, attempt, initiator = 'customer', agreed, moto, confirmed } = attempted;
  const { storage, world } = deps;
  const at = caller.at;
  const { account_id, account_code } = await needCollectible(storage.of(caller.site.id), uuid);

  const charge = await recordInQueue(deps, caller, account_id, async (records) => {
    await needNoOutcome(records, caller);
    const found = await needCollectible(records, uuid, attempt);
    const moved = recovered(await payFromHeldCredit(records, world, found, at), found, 'credit_applied');
    const after = moved.invoice;
    if (after.balance_in_cents !== found.balance_in_cents || after.state !== found.state)
      await saveCharge(records, found, moved);
    if (after.state === 'paid') await recordOutcome(records, caller, COLLECTED);
    return after;
  });
  if (charge.state === 'paid') return COLLECTED;

  const records = storage.of(caller.site.id);
  const refused = (unasked?: string): Promise<void> =>
    storage.transaction(caller.site.id, (records) => recordRefusal(records, world, { ...caller, uuid, unasked }), {
      correlation: caller.correlation,
    });
  const declineWithoutAttempt = async (declined: Declined): Promise<Declined> => {
    await refused(declined.error_code);
    return declined;
  };
  const account = await records.accounts.find(account_code);
  const chosen = await methodOfAttempt(records, charge, attempted);
  if ('gone' in chosen) {
    await refused();
    return { outcome: 'declined', error_code: chosen.error_code };
  }
  const { held, backup } = chosen;
  if (agreed && (held?.id !== agreed.id || held.reference !== agreed.reference))
    throw new Failure('simultaneous_request');
  if (!account || !held) return declineWithoutAttempt({ outcome: 'declined', error_code: 'no_billing_information' });

  const lines = await records.adjustments.onInvoice(uuid);
  const paid = await payInvoice(deps, caller, {
    invoice: charge,
    payer: account,
    held,
    backup,
    subscribed: lines.some(({ subscription_id }) => subscription_id),
    reason,
    initiator,
    moto,
    confirmed,
    async prepare(records) {
      const found = await needCollectible(records, uuid, attempt);
      const current = await records.paymentMethods.byId(held.id);
      if (found.balance_in_cents !== charge.balance_in_cents || current?.reference !== held.reference) {
        throw new Failure('simultaneous_request');
      }
      // An attempt that the customer confirmed is the one that was counted before.
      if (forced && !confirmed && !(await records.invoices.forceCollection(account_id, at, at - HOUR))) {
        throw new Failure('too_many_collection_attempts', { value: account_code });
      }
    },
  });
  return paid.outcome === 'declined' && !paid.transaction && !confirmed ? declineWithoutAttempt(paid) : paid;
};
