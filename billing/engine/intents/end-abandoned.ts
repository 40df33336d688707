import type { Intent } from '../../domain/payments/intent.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { type Site, siteTime } from '../../resources/site.ts';
import type { Seconds } from '../../values/time.ts';
import { carryOutRefund, LOOKUP_INTERVAL_MS } from '../refunds/carry-out-refund.ts';
import { isBeingCaptured } from '../orders/being-captured.ts';
import { completeCapture } from '../orders/complete-capture.ts';
import { completeCollection } from '../collections/complete-collection.ts';
import { releaseReservation } from './end-intent.ts';
import { readPayload } from './intent-payload.ts';
import { reverseIntent } from './reverse-intent.ts';

/** Milliseconds until a debit that the bank has not settled is looked up again. */
const SETTLEMENT_INTERVAL_MS = 60 * 60_000;

interface AbandonDeps {
  readonly storage: Storage;
  readonly gateways: Gateways;
  readonly world: World;
}

/**
 * Ends an intent whose lease has expired: its process died between calling the gateway and recording the result, or an
 * authorization was never captured. Looks up and reverses the gateway operation, releases the reservations, and closes
 * the intent. The client received no response for it, so nothing is kept. Refunds, which cannot be reversed, captures
 * and collections of stored invoices are completed instead; an authorization that expires while it is captured waits
 * for that. While the gateway does not respond, the intent stays open. Throws when the gateway declines the reversal.
 *
 * @param at when the lease ended, on the site's clock
 */
export const endAbandoned =
  (deps: AbandonDeps) =>
  async (site: Site, intent: Intent, at: Seconds): Promise<void> => {
    if (intent.kind === 'refund') {
      await carryOutRefund(deps)(site, intent, true);
      return;
    }
    const { id, kind } = intent;
    const isCapture = kind === 'payment' && readPayload(intent, 'payment').action === 'capture';
    const completed = await (isCapture ? completeCapture : completeCollection)(deps)({ site, at }, intent);
    if (completed === 'completed') return;
    const waits =
      completed === 'unknown' ||
      (kind === 'authorization' && (await isBeingCaptured(deps.storage.of(site.id), intent)));
    const outcome = waits ? 'unknown' : await reverseIntent(deps)({ site, at }, intent);
    if (outcome === 'ended') return;
    await deps.storage.transaction(site.id, async (records) => {
      const found = await records.intents.find(id);
      if (!found) return;
      const now = deps.world.clock.now();
      if (outcome === 'settling') return awaitSettlement(records, found, now);
      const from = kind === 'authorization' ? siteTime(site, deps.world.clock) * 1000 : now;
      await records.intents.save({ ...found, leased_until: from + LOOKUP_INTERVAL_MS });
    });
  };

/**
 * Ends the intents of a site that were abandoned by a moment of its clock. Returns how many. An intent that cannot be
 * ended is left to the worker, which records the reason.
 */
export const reverseAbandoned =
  (deps: AbandonDeps) =>
  async ({ site, at: now }: Pick<Caller, 'site' | 'at'>): Promise<number> => {
    const { storage, world } = deps;
    const abandoned = await storage.of(site.id).intents.expired(world.clock.now(), now * 1000);
    let ended = 0;
    for (const intent of abandoned) {
      // An authorization expires when its lease ends, not when a request finds it.
      const at = intent.kind === 'authorization' ? Math.floor(intent.leased_until / 1000) : now;
      const isEnded = endAbandoned(deps)(site, intent, at).then(
        () => true,
        () => false,
      );
      if (await isEnded) ended += 1;
    }
    return ended;
  };

/**
 * Lets a reversal wait until the bank has settled or returned the debit, which takes days: other payments of the
 * account continue meanwhile, and what the order reserved is released.
 */
const awaitSettlement = async (records: Records, intent: Intent, now: number): Promise<void> => {
  if (intent.reserved) await releaseReservation(records, intent.reserved);
  const subject = `reversal:${intent.id}`;
  await records.intents.save({ ...intent, subject, reserved: null, leased_until: now + SETTLEMENT_INTERVAL_MS });
};
