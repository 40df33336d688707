import { authorizationSubject, type Intent } from '../../domain/payments/intent.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';
import { DAY, type Millis, type Seconds } from '../../values/time.ts';
import { earlierOutcome } from '../recording/request-outcome.ts';
import { AUTHORIZATION_INTENT, type AuthorizationPayload } from './authorization-intent.ts';
import type { OrderDraft } from './drafting/draft-order.ts';

/** Days after which an authorization that was not captured expires. */
const DAYS = 7;

/**
 * Returns the end of the lease of an authorization that was made at this moment of the site's clock, in milliseconds.
 */
export const authorizationLease = (at: Seconds): Millis => (at + DAYS * DAY) * 1000;

export type Authorized =
  | { readonly outcome: 'authorized'; readonly draft: OrderDraft; readonly transaction: TransactionRecord }
  | Declined;

/**
 * Returns the outcome of an earlier request with the same `Idempotency-Key`: its decline, or its authorization; a
 * decline when the authorization was captured or canceled, or has expired.
 */
export const authorizedBefore = async (
  { storage }: { readonly storage: Storage },
  caller: Caller,
): Promise<Authorized | undefined> => {
  const records = storage.of(caller.site.id);
  const before = await earlierOutcome<{ authorization: string }>(records, caller);
  if (!before || before.outcome === 'declined') return before;
  const { authorization } = before.value;
  const transaction = await records.transactions.find(authorization);
  const intent = await records.intents.of(authorizationSubject(authorization));
  if (!transaction || !intent) return { outcome: 'declined', error_code: 'authorization_expired' };
  return { outcome: 'authorized', draft: AUTHORIZATION_INTENT.read(intent).draft, transaction };
};

/** An authorization that was neither captured nor voided. */
export interface OpenAuthorization {
  readonly transaction: TransactionRecord;
  readonly intent: Intent;
  /** Whether its cancellation or expiry has begun, which is completed even if the gateway did not respond. */
  readonly isCanceled: boolean;
  readonly payload: AuthorizationPayload;
}

/**
 * Returns the uuid of an authorization's transaction, which clients send with or without dashes, and with the prefix
 * `transaction-uuid-`.
 */
const uuidOf = (sent: string): string =>
  sent
    .replace(/^transaction-uuid-/, '')
    .replaceAll('-', '')
    .toLowerCase();

/** Returns the intent of an authorization by its transaction, until it is captured or void. */
export const authorizationIntent = ({ intents }: Pick<Records, 'intents'>, sent: string): Promise<Intent | undefined> =>
  intents.of(authorizationSubject(uuidOf(sent)));

/**
 * Returns an authorization by its transaction, or a decline when it was captured or has expired. Throws `not_found`.
 */
export const findAuthorization = async (
  records: Records,
  sent: string,
  now: Seconds,
): Promise<OpenAuthorization | Declined> => {
  const uuid = uuidOf(sent);
  const transaction = await records.transactions.find(uuid);
  if (!transaction) throw notFound('Transaction', 'uuid', uuid);
  const intent = await records.intents.of(authorizationSubject(uuid));
  const { status, created_at } = transaction;
  if (intent && now * 1000 < authorizationLease(created_at)) {
    const { invoice: _, ...record } = transaction;
    return { transaction: record, intent, isCanceled: intent.reversing, payload: AUTHORIZATION_INTENT.read(intent) };
  }
  const captured = !intent && status === 'success' && transaction.invoice_id !== null;
  return { outcome: 'declined', error_code: captured ? 'authorization_already_captured' : 'authorization_expired' };
};

/** Like `findAuthorization`, and declines one whose cancellation or expiry has begun. */
export const findCapturable = async (
  records: Records,
  sent: string,
  now: Seconds,
): Promise<OpenAuthorization | Declined> => {
  const found = await findAuthorization(records, sent, now);
  return 'outcome' in found || !found.isCanceled ? found : { outcome: 'declined', error_code: 'authorization_expired' };
};
