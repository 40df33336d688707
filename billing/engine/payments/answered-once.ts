import type { Caller } from '../../caller.ts';
import type { Records } from '../../ports/storage.ts';

/**
 * Notes what a request became, in the transaction of its outcome (DESIGN section 6): when its process dies before the answer is kept, the same request with the
 * same `Idempotency-Key` is told of it by `becameBefore`, and nothing is done twice.
 */
export const became = async <T extends object>(
  { outcomes }: Pick<Records, 'outcomes'>,
  { idempotency_key }: Pick<Caller, 'idempotency_key'>,
  outcome: T,
): Promise<T> => {
  if (idempotency_key !== undefined) await outcomes.record(idempotency_key, outcome);
  return outcome;
};

/** What the request became when it came before; undefined when it did not, or came to nothing. */
export const becameBefore = async <T extends object>(
  { outcomes }: Pick<Records, 'outcomes'>,
  { idempotency_key }: Pick<Caller, 'idempotency_key'>,
): Promise<T | undefined> =>
  idempotency_key === undefined ? undefined : ((await outcomes.find(idempotency_key)) as T | undefined);
