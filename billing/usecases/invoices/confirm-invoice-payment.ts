import { isActionRequired } from '../../domain/payments/decline-codes.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import { collectInvoice } from '../../engine/collections/collect-invoice.ts';
import type { CollectDeps } from '../../engine/collections/pay-invoice.ts';
import { findConfirmed } from '../../engine/intents/confirmed-action.ts';
import { type AgreedMethod, payingMethod } from '../../engine/recording/methods/paying-method.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure } from '../../values/failure.ts';
import { HOUR, type Seconds } from '../../values/time.ts';

export interface InvoiceConfirmation {
  /** The invoice's uuid. The caller has checked whose it is. */
  readonly uuid: string;
  /** The result token of the challenge; undefined: the payment begins. */
  readonly result_token?: string | undefined;
  /** The method that was named to the customer: no other is charged. */
  readonly agreed?: AgreedMethod | undefined;
}

export type ConfirmedInvoicePayment =
  /** A bank debit is still processing. */
  | { readonly outcome: 'paid' | 'processing' }
  /**
   * The customer passes the challenge in the browser, and the same call with its result token completes the payment.
   */
  | { readonly outcome: 'challenged'; readonly action_token_id: string }
  | Declined;

/** Maximum number of challenges of one invoice that can begin in an hour: each is an operation at the gateway. */
const MOST_CHALLENGES = 10;

/**
 * Pays an open invoice with the stored payment method while the customer is present, for example after a renewal that
 * the bank wants to have confirmed. A challenge that is still open is continued. Throws `not_found`, `token_invalid`,
 * `unable_to_collect`, `too_many_collection_attempts`, `simultaneous_request`.
 */
export const confirmInvoicePayment =
  (deps: CollectDeps) =>
  async (caller: Caller, { uuid, result_token, agreed }: InvoiceConfirmation): Promise<ConfirmedInvoicePayment> => {
    const records = deps.storage.of(caller.site.id);
    const input = { three_d_secure_action_result_token_id: result_token ?? null };
    const confirmed = await findConfirmed(deps, caller, { input });
    if (!confirmed) {
      const open = await openChallenge(records, uuid, caller.at);
      if (open !== undefined) return { outcome: 'challenged', action_token_id: open };
      await refuseMany(records, uuid, caller.at);
    }
    const collected = await collectInvoice(deps, caller, { uuid, reason: 'customer_confirmed', agreed, confirmed });
    if (collected.outcome === 'declined') {
      const action_token_id = collected.transaction?.action_token;
      return action_token_id ? { outcome: 'challenged', action_token_id } : collected;
    }
    return { outcome: (await records.invoices.find(uuid))?.state === 'processing' ? 'processing' : 'paid' };
  };

/** Returns the action token of a challenge that pays exactly the balance of the invoice. */
const openChallenge = async (records: Records, uuid: string, at: Seconds): Promise<string | undefined> => {
  const { paymentActions, invoices, transactions } = records;
  const action = await paymentActions.openOf(uuid);
  const invoice = await invoices.find(uuid);
  if (!action || action.ends_at <= at || action.amount_in_cents !== invoice?.balance_in_cents) return undefined;
  const info = await payingMethod(records, invoice);
  if (info?.reference !== action.method_reference) return undefined;
  return (await transactions.find(action.transaction_uuid))?.action_token ?? undefined;
};

const refuseMany = async ({ transactions }: Records, uuid: string, at: Seconds): Promise<void> => {
  const recent = (await transactions.ofInvoice(uuid)).filter(
    ({ created_at, transaction_error }) => created_at > at - HOUR && isActionRequired(transaction_error?.error_code),
  );
  if (recent.length >= MOST_CHALLENGES)
    throw new Failure('too_many_collection_attempts', { value: recent[0]?.details.account.account_code ?? '' });
};
