import type { DeliveryAttempt, WebhookDelivery } from '../../domain/webhooks/delivery.ts';
import type { PauseReason } from '../../domain/webhooks/endpoint.ts';
import { afterAttempt, hasFailedTooLong, isGone, isSuccess } from '../../domain/webhooks/retry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { type Site, siteTime } from '../../resources/site.ts';
import type { Millis, Seconds } from '../../values/time.ts';
import { pauseEndpoint } from './pause-endpoint.ts';

export interface RecordDeps {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock' | 'ids'>;
}

/** An attempt, with the delivery as it was before it. */
export interface DeliveryOutcome {
  readonly delivery: WebhookDelivery;
  readonly attempt: DeliveryAttempt;
  /** Seconds that the receiver asked to wait. */
  readonly retryAfter: Seconds | null;
}

/**
 * Records attempts at one endpoint in one transaction: delivered, waiting for a retry, or failed for good. A 410
 * response, or five days without a success, pauses the endpoint.
 */
export const recordOutcomes = (
  { storage, world }: RecordDeps,
  site: Site,
  endpointId: string,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> =>
  storage.transaction(site.id, async (records) => {
    const { webhookEndpoints, webhookDeliveries } = records;
    const endpoint = await webhookEndpoints.find(endpointId);
    // Removed while its deliveries were on their way.
    if (!endpoint) return;
    const now = world.clock.now();
    const before = await webhookEndpoints.failingSince(endpointId);
    const since = failingSince(before, outcomes);
    const reason = pauseReason(outcomes, since, now);
    const isPaused = endpoint.pause_reason !== null || reason !== undefined;
    for (const { delivery, attempt, retryAfter } of outcomes) {
      const after = afterAttempt(delivery, attempt, { retryAfter, now });
      const waits = isPaused && after.state === 'retrying';
      await webhookDeliveries.save(waits ? { ...after, state: 'paused', next_attempt_at_ms: null } : after);
    }
    if (since !== before) await webhookEndpoints.setFailingSince(endpointId, since);
    if (reason && endpoint.pause_reason === null) {
      const correlation = world.ids.uuid();
      const caller: Caller = { site, at: siteTime(site, world.clock), actor: 'worker', correlation };
      await pauseEndpoint(world, caller, records, endpoint, reason);
    }
  });

/** Returns since when attempts have failed, after these ones in the order of their ends. */
const failingSince = (before: Millis | null, outcomes: readonly DeliveryOutcome[]): Millis | null =>
  outcomes.reduce<number | null>((since, { attempt }) => (isSuccess(attempt) ? null : (since ?? attempt.at)), before);

const pauseReason = (
  outcomes: readonly DeliveryOutcome[],
  since: Millis | null,
  now: Millis,
): PauseReason | undefined => {
  if (outcomes.some(({ attempt }) => isGone(attempt))) return 'gone';
  return hasFailedTooLong(since, now) ? 'failing' : undefined;
};
