import type { Unverified } from '../../domain/billing-info/billing-info.ts';
import { paymentDeclined } from '../../domain/events/payment-events.ts';
import type { PaymentResult } from '../../domain/payments/gateway-result.ts';
import { ACTION_LIFETIME, type ConfirmedOperation } from '../../domain/payments/payment-action.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';

/** The operation that the gateway wants the customer to confirm. */
export interface Challenged {
  readonly operation: ConfirmedOperation;
  readonly gateway_code: string;
  readonly account_code: string;
  readonly currency: string;
  /** The billing info presented with the request; null: the stored one. */
  readonly presented: Unverified | null;
  /** The token of the payment method in the request. */
  readonly token_id: string | null;
  readonly invoice_id?: string | undefined;
  /** `merchant`: the customer is not there to confirm anything. */
  readonly initiator: 'customer' | 'merchant';
}

/** A declined transaction, and the function that records it. */
export interface RecordedDecline {
  readonly transaction: TransactionRecord;
  readonly record: (records: Records) => Promise<void>;
}

const TOKEN_LENGTH = 24;

/**
 * Returns the transaction of an operation that was not accepted. Where the customer can confirm it, the transaction has
 * the action token, and the action is recorded with it. Where the customer is not present, due work cancels the waiting
 * operation.
 */
export const declineToRecord = (
  { ids }: Pick<World, 'ids'>,
  { at, correlation }: Pick<Caller, 'at' | 'correlation'>,
  about: Challenged,
  answer: PaymentResult,
  transaction: TransactionRecord,
): RecordedDecline => {
  if (answer.outcome !== 'action_required') {
    return { transaction, record: (records) => addDeclined(records, transaction) };
  }
  const { token_id, initiator, invoice_id = null, ...terms } = about;
  const canConfirm = initiator === 'customer';
  const id = canConfirm ? ids.secret(TOKEN_LENGTH) : null;
  const declined = { ...transaction, action_token: id };
  const action = {
    ...terms,
    key: ids.uuid(),
    state: canConfirm ? ('waiting' as const) : ('failed' as const),
    gateway_type: answer.gateway_type,
    gateway_action: answer.action_token,
    reference: answer.reference,
    method_reference: answer.method_reference,
    amount_in_cents: answer.amount_in_cents,
    transaction_uuid: transaction.uuid,
    invoice_id,
    correlation,
    requests: 0,
    created_at: at,
    ends_at: canConfirm ? at + ACTION_LIFETIME : at,
    result_expires_at_ms: null,
  };
  return {
    transaction: declined,
    async record(records) {
      await addDeclined(records, declined);
      await records.paymentActions.add(action, { id, token_id });
      if (!canConfirm) records.due.wake();
    },
  };
};

const addDeclined = async (
  { transactions, events }: Pick<Records, 'transactions' | 'events'>,
  transaction: TransactionRecord,
): Promise<void> => {
  await transactions.add(transaction);
  events.say(...paymentDeclined(transaction));
};
