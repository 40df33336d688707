import { isRefusal } from '../../domain/payments/decline-codes.ts';
import type { PaymentResult } from '../../domain/payments/gateway-result.ts';
import type { Intent, Reservation } from '../../domain/payments/intent.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage, TransactionHow } from '../../ports/storage.ts';

/** The gateway's answer in one word. `unknown`: it may have carried the operation out or not. */
export type Verdict = 'accepted' | 'refused' | 'unknown';

/** Returns the verdict of the answer to one call. */
export const verdictOf = (answer: PaymentResult): Verdict => {
  if (!isRefusal(answer)) return 'accepted';
  return answer.outcome === 'unknown' ? 'unknown' : 'refused';
};

/** The steps of a gateway call whose intent is recorded. */
export interface IntentCall<A, T, D> {
  /** Calls the gateway, outside any transaction. */
  readonly call: () => Promise<A>;
  readonly verdictOf: (answer: A) => Verdict;
  /** Records what was accepted, in one transaction with the end of the intent, or leaves that to the caller. */
  readonly onAccepted: (answer: A) => Promise<T>;
  /** Says what becomes of an operation that was refused, or whose outcome is unknown. */
  readonly onRefused: (answer: A) => IntentRefusal<D>;
  /** The effects of `record` in its transaction. */
  readonly how?: TransactionHow | undefined;
}

/** An operation that was not accepted, as it is recorded in one transaction with what becomes of its intent. */
export interface IntentRefusal<D> {
  readonly result: D;
  /** Whether another process, which found the lease ended, has recorded the outcome: nothing is changed then. */
  readonly isRecorded?: (records: Records, open: Intent | undefined) => Promise<boolean>;
  readonly record?: (records: Records) => Promise<void>;
  /** Returns the intent as it waits until its lease ends, if its outcome is unknown. Missing: as it is. */
  readonly waits?: ((open: Intent) => Intent) | undefined;
  /** The intent as it stays open after a refusal. Missing: it is abandoned. */
  readonly keeps?: Intent;
}

/**
 * Asks a gateway for the operation of a recorded intent, and records the answer: the one sequence of payments,
 * verifications, captures, cancellations and refunds. What was refused is recorded with the end of the intent, whose
 * reservations are released. While the outcome is unknown, the intent stays open until its lease ends, and the
 * operation is looked up then. Throws what the steps throw; the intent stays open then.
 */
export const askIntent = async <A, T, D>(
  { storage }: { readonly storage: Storage },
  { site }: Pick<Caller, 'site'>,
  { id }: Pick<Intent, 'id'>,
  { call, verdictOf, onAccepted, onRefused, how }: IntentCall<A, T, D>,
): Promise<T | D> => {
  const answer = await call();
  const verdict = verdictOf(answer);
  if (verdict === 'accepted') return onAccepted(answer);
  const { result, isRecorded, record, waits, keeps } = onRefused(answer);
  await storage.transaction(
    site.id,
    async (records) => {
      const open = await records.intents.find(id);
      if (await isRecorded?.(records, open)) return;
      await record?.(records);
      if (!open) return;
      const left = verdict === 'unknown' ? (waits?.(open) ?? open) : keeps;
      if (!left) await abandonOpen(records, open);
      else if (left !== open) await records.intents.save(left);
    },
    how,
  );
  return result;
};

/** Closes an intent without an outcome and releases its reservations. Does nothing when it is closed already. */
export const abandon = async (records: Records, intentId: string): Promise<void> => {
  const intent = await records.intents.find(intentId);
  if (intent) await abandonOpen(records, intent);
};

const abandonOpen = async (records: Records, intent: Intent): Promise<void> => {
  if (intent.reserved) await releaseReservation(records, intent.reserved);
  await records.intents.close(intent);
};

export const releaseReservation = async (
  { coupons: held, giftCards }: Records,
  { coupons, codes, gift_cards }: Reservation,
): Promise<void> => {
  for (const key of coupons) await held.unredeem(key);
  for (const key of codes) await held.codes.unredeem(key);
  for (const key of gift_cards) await giftCards.unredeem(key);
};
