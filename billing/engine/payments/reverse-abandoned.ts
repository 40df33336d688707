import type { Caller } from '../../caller.ts';
import type { Intent, Reservation } from '../../payments/intent.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../site.ts';
import type { Seconds } from '../../time.ts';
import { carryOutRefund, LOOKUP_INTERVAL_MS } from '../refunds/carry-out-refund.ts';
import { completeCollection } from './complete-collection.ts';
import { reversePayment } from './reverse-payment.ts';

interface AbandonDeps {
  readonly storage: Storage;
  readonly gateways: Gateways;
  readonly world: World;
}

/**
 * Ends an intent whose lease has expired: its process died between calling the gateway and recording the result, or an
 * authorization was never captured. Looks up and reverses the gateway operation, releases the reservations, and closes
 * the intent. The client received no response for it, so nothing is kept. Refunds, which cannot be reversed, and
 * collections of stored invoices are completed instead. While the gateway does not respond, the intent stays open.
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
    const completed = await completeCollection(deps)({ site, at }, intent);
    if (completed === 'completed') return;
    const outcome = completed === 'unknown' ? completed : await reversePayment(deps)({ site, at }, intent);
    await deps.storage.transaction(site.id, async (records) => {
      if (outcome === 'reversed') return abandon(records, id, at);
      const found = await records.intents.find(id);
      const from = kind === 'authorization' ? at * 1000 : deps.world.clock.now();
      if (found) await records.intents.save({ ...found, leased_until: from + LOOKUP_INTERVAL_MS });
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
 * Returns the subject under which an authorization waits for its capture. It differs from that of its account, whose
 * other payments continue meanwhile.
 */
export const authorizationSubject = (uuid: string): string => `authorization:${uuid}`;

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
