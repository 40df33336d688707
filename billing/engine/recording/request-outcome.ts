import type { Declined } from '../../domain/transactions/declined.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';

type Keyed = Pick<Caller, 'idempotency_key'>;

/** A decline as it is stored under an `Idempotency-Key`: without a transaction if none was recorded for it. */
interface StoredDecline {
  readonly declined: { readonly error_code: string; readonly transaction?: string };
}

const isDecline = (outcome: StoredDecline | object): outcome is StoredDecline => 'declined' in outcome;

/**
 * Records the outcome of a request under its `Idempotency-Key`, in the transaction that writes its results, and returns
 * it. If the process dies before the response is stored, the repeated request gets the `earlierOutcome`, and nothing is
 * done twice.
 */
export const recordOutcome = async <T extends object>(
  { outcomes }: Pick<Records, 'outcomes'>,
  { idempotency_key }: Keyed,
  outcome: T,
): Promise<T> => {
  if (idempotency_key !== undefined) await outcomes.record(idempotency_key, outcome);
  return outcome;
};

/**
 * Records a decline as the outcome of a request, in the transaction that adds the declined transaction, if there is
 * one: the repeated request is declined without a second attempt.
 */
export const recordDeclinedOutcome = async (
  records: Pick<Records, 'outcomes'>,
  caller: Keyed,
  { error_code, transaction }: Declined,
): Promise<void> => {
  const declined = { error_code, ...(transaction ? { transaction: transaction.uuid } : {}) };
  await recordOutcome(records, caller, { declined });
};

/** The outcome of an earlier request with the same `Idempotency-Key`. */
export type EarlierOutcome<T> = { readonly outcome: 'done'; readonly value: T } | Declined;

/** Returns the outcome that a request with this `Idempotency-Key` recorded; undefined when there is none. */
export const earlierOutcome = async <T extends object>(
  { outcomes, transactions }: Pick<Records, 'outcomes' | 'transactions'>,
  { idempotency_key }: Keyed,
): Promise<EarlierOutcome<T> | undefined> => {
  const stored = idempotency_key === undefined ? undefined : await outcomes.find(idempotency_key);
  if (!stored) return undefined;
  if (!isDecline(stored)) return { outcome: 'done', value: stored as T };
  const { error_code, transaction: uuid } = stored.declined;
  const transaction = uuid === undefined ? undefined : await transactions.find(uuid);
  return { outcome: 'declined', error_code, ...(transaction ? { transaction } : {}) };
};

/** Rolls back the transaction of a request that has an outcome already. */
class HasOutcome extends Error {}

/**
 * Throws if a request has an outcome already: its first process died, and the intent was ended only when `once` ran its
 * work. Runs in the transaction that would carry the request out again, which is rolled back.
 */
export const needNoOutcome = async (
  { outcomes }: Pick<Records, 'outcomes'>,
  { idempotency_key }: Keyed,
): Promise<void> => {
  if (idempotency_key !== undefined && (await outcomes.find(idempotency_key)))
    throw new HasOutcome('The request has an outcome.');
};

/**
 * Runs what a request records in one transaction, with the outcome in it, and returns that. A repetition with the same
 * `Idempotency-Key` gets it again, also if the process died before it answered.
 */
export const recordOnce = async <T extends object>(
  { storage }: { readonly storage: Storage },
  caller: Caller,
  record: (records: Records) => Promise<T>,
): Promise<T> => {
  const before = await earlierOutcome<T>(storage.of(caller.site.id), caller);
  if (before?.outcome === 'done') return before.value;
  return storage.transaction(caller.site.id, async (records) => recordOutcome(records, caller, await record(records)));
};

/**
 * Runs the work of a request and returns its outcome. Returns that of an earlier request with the same
 * `Idempotency-Key` instead, also if `needNoOutcome` finds it during the work.
 */
export const once = async <T extends object>(
  records: Pick<Records, 'outcomes' | 'transactions'>,
  caller: Keyed,
  work: () => Promise<T | Declined>,
): Promise<T | Declined> => {
  const before = await earlierOutcome<T>(records, caller);
  if (before) return before.outcome === 'declined' ? before : before.value;
  try {
    return await work();
  } catch (error) {
    const earlier = error instanceof HasOutcome && (await earlierOutcome<T>(records, caller));
    if (!earlier) throw error;
    return earlier.outcome === 'declined' ? earlier : earlier.value;
  }
};
