import type { Caller } from '../../caller.ts';
import { reversalFee } from '../../ledger/dispute-movements.ts';
import { authorizationSubject, type Intent, type Reservation } from '../../payments/intent.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../site.ts';
import type { Seconds } from '../../time.ts';
import { carryOutRefund, LOOKUP_INTERVAL_MS } from '../refunds/carry-out-refund.ts';
import { completeCapture } from './complete-capture.ts';
import { completeCollection } from './complete-collection.ts';
import { readPayload } from './intent-payload.ts';
import { type Reversal, reversePayment } from './reverse-payment.ts';

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
 * and collections of stored invoices are completed instead. While the gateway does not respond, the intent stays open.
 * Throws when the gateway declines the reversal.
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
    const reversal: Reversal =
      completed === 'unknown' ? { outcome: completed } : await reversePayment(deps)({ site, at }, intent);
    const { outcome } = reversal;
    await deps.storage.transaction(site.id, async (records) => {
      if (outcome === 'reversed' || outcome === 'nothing')
        return endReversed(records, deps.world, intent, reversal, at);
      const found = await records.intents.find(id);
      if (!found) return;
      const now = deps.world.clock.now();
      if (outcome === 'settling') return awaitSettlement(records, found, now);
      const from = kind === 'authorization' ? at * 1000 : now;
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
 * Closes an intent without an outcome and releases what was reserved for it; an authorization is void from then on.
 * Does nothing when it is closed already.
 */
export const abandon = async (records: Records, intentId: string, at: Seconds): Promise<void> => {
  const intent = await records.intents.find(intentId);
  if (!intent) return;
  if (intent.kind === 'authorization') await voidAuthorization(records, intent, at);
  if (intent.reserved) await releaseReservation(records, intent.reserved);
  await records.intents.close(intentId);
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

/**
 * Abandons an intent that was reversed, and records what that has cost. A capture that was reversed has taken its
 * authorization with it.
 */
export const endReversed = async (
  records: Records,
  world: Pick<World, 'ids'>,
  intent: Intent,
  { outcome, fee }: Reversal,
  at: Seconds,
): Promise<void> => {
  if (fee && (await records.intents.find(intent.id)))
    await records.ledger.append(reversalFee(world, intent.id, fee, at));
  await abandon(records, intent.id, at);
  const capturing = intent.kind === 'payment' ? readPayload(intent, 'payment').capturing : undefined;
  if (!capturing || outcome === 'nothing') return;
  const authorization = await records.intents.of(authorizationSubject(capturing.transaction));
  if (authorization) await abandon(records, authorization.id, at);
};

const voidAuthorization = async ({ transactions }: Records, { subject }: Intent, at: Seconds): Promise<void> => {
  const found = await transactions.find(subject.slice(authorizationSubject('').length));
  if (!found) return;
  const { invoice: _, ...transaction } = found;
  await transactions.save({ ...transaction, status: 'void', voidable: false, refundable: false, updated_at: at });
};

const releaseReservation = async (
  { coupons: held, giftCards }: Records,
  { coupons, codes, gift_cards }: Reservation,
): Promise<void> => {
  for (const key of coupons) await held.unredeem(key);
  for (const key of codes) await held.codes.unredeem(key);
  for (const key of gift_cards) await giftCards.unredeem(key);
};
