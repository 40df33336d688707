import type { Intent } from '../../domain/payments/intent.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure, isUnavailable } from '../../values/failure.ts';
import type { IntentDeps } from './open-intent.ts';

/** The record of a payment that the gateway has taken. */
interface TakenRecord<T> {
  readonly record: (records: Records) => Promise<T>;
  /** Returns what another process recorded that found the lease ended; undefined if it recorded nothing. */
  readonly recorded?: (records: Records) => Promise<T | undefined>;
  /** The only account whose records are touched; without it, also those of others. */
  readonly account?: string | undefined;
}

/**
 * Records what was paid for, in one transaction with the end of the intent. When that fails, the payment is reversed,
 * so that there is no payment without an invoice; after an outage, a capture and a collection are completed later
 * instead.
 */
export const recordTaken = async <T>(
  { storage, intents }: Pick<IntentDeps, 'storage' | 'intents'>,
  { site, at }: Caller,
  intent: Intent,
  { record, recorded, account }: TakenRecord<T>,
): Promise<T> => {
  try {
    return await storage.transaction(
      site.id,
      async (records) => {
        if (await records.intents.complete(intent)) return record(records);
        const before = await recorded?.(records);
        // The lease expired, and another process reverses the payment.
        if (before === undefined) throw new Failure('simultaneous_request');
        return before;
      },
      { numbering: true, account },
    );
  } catch (error) {
    // A commit without a response may have succeeded: the intent shows it after its lease has expired.
    if (!(error instanceof Failure)) throw error;
    // An outage is no reason to return the money of what can be recorded later.
    if (isUnavailable(error) && intents.isCompleted(intent.kind)) throw error;
    // If the gateway does not respond or declines, the worker continues after the lease has expired.
    await intents.reverse({ site, at }, intent).catch(() => undefined);
    throw error;
  }
};
