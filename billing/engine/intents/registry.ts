import { reversalFee } from '../../domain/ledger/dispute-movements.ts';
import { type Intent, type IntentKind, leasedOnSiteClock } from '../../domain/payments/intent.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { siteTime } from '../../resources/site.ts';
import { HOUR_MS, type Millis, type Seconds } from '../../values/time.ts';
import { abandon, releaseReservation } from './ask-intent.ts';
import { type Reversal, reversePayment } from './reverse-payment.ts';

type At = Pick<Caller, 'site' | 'at'>;

/** `reverse`: there is nothing to complete, or nothing to complete it with. `unknown`: the gateway did not answer. */
export type Completion = 'completed' | 'reverse' | 'unknown';

/**
 * The completion and reversal of intents of one kind whose process died between calling the gateway and recording the
 * outcome.
 */
export interface IntentRules {
  /** Records the outcome that the gateway reports. Missing: it is reversed, because no client received a response. */
  readonly complete?: (at: At, intent: Intent) => Promise<Completion>;
  /** The gateway's reference through which its operation is reversed. Missing: that of the operation. */
  readonly reversedThrough?: (intent: Intent) => string | null;
  /** Runs in the transaction that ends a reversed intent, before it is closed. */
  readonly reversed?: (records: Records, intent: Intent, outcome: Reversal['outcome'], at: Seconds) => Promise<void>;
}

/** The registry: every kind of intent, and how it ends. */
export type IntentKinds = Readonly<Record<IntentKind, IntentRules>>;

/** Ends intents without the process that opened them. */
export interface Intents {
  /**
   * Ends an intent whose lease has expired: completes it, or looks up and reverses its gateway operation, releases the
   * reservations and closes it. While the gateway does not respond, the intent stays open. Throws when the gateway
   * declines the reversal.
   */
  end(at: At, intent: Intent): Promise<void>;
  /**
   * Ends the intents of a site that were abandoned by a moment of its clock. Returns how many. An intent that cannot be
   * ended is left to the worker, which records the reason.
   */
  endAbandoned(at: At): Promise<number>;
  /** Whether an intent of this kind is completed without the process that opened it, unless it has to be reversed. */
  isCompleted(kind: IntentKind): boolean;
  /**
   * Reverses the gateway operation of an intent, and ends the intent once nothing of the operation remains. The
   * decision is recorded first: no other process completes what this one reverses, also not after this one has died.
   * Returns `ended` when the intent is ended, by this process or another one, and otherwise like `reversePayment`.
   * Throws what that throws.
   */
  reverse(at: At, intent: Pick<Intent, 'id'>): Promise<'ended' | 'settling' | 'unknown'>;
}

export interface IntentRuleDeps {
  readonly storage: Storage;
  readonly gateways: Gateways;
  readonly world: World;
}

/** Milliseconds until an operation with an unknown outcome is looked up again. */
export const LOOKUP_INTERVAL_MS = 60_000;
/** Milliseconds until a debit that the bank has not settled is looked up again. */
const SETTLEMENT_INTERVAL_MS = HOUR_MS;

/** Composes how intents end from the rules of each kind. */
export const intentRegistry = ({ storage, gateways, world }: IntentRuleDeps, kinds: IntentKinds): Intents => {
  const reverse: Intents['reverse'] = async ({ site, at }, { id }) => {
    const intent = await storage.transaction(site.id, async ({ intents }) => {
      const open = await intents.find(id);
      if (open && !open.reversing) await intents.save({ ...open, reversing: true });
      return { open };
    });
    if (!intent.open) return 'ended';
    const { open } = intent;
    const { reversedThrough, reversed } = kinds[open.kind];
    const reversal = await reversePayment(gateways, { site, at }, open, reversedThrough?.(open) ?? null);
    const { outcome, fee } = reversal;
    if (outcome === 'settling' || outcome === 'unknown') return outcome;
    await storage.transaction(site.id, async (records) => {
      if (await records.intents.find(id)) {
        if (fee) await records.ledger.append(reversalFee(world, id, fee, at));
        await reversed?.(records, open, outcome, at);
      }
      await abandon(records, id);
    });
    return 'ended';
  };

  const end: Intents['end'] = async ({ site, at }, intent) => {
    const completed = (await kinds[intent.kind].complete?.({ site, at }, intent)) ?? 'reverse';
    if (completed === 'completed') return;
    const outcome = completed === 'unknown' ? completed : await reverse({ site, at }, intent);
    if (outcome === 'ended') return;
    await storage.transaction(site.id, async (records) => {
      const found = await records.intents.find(intent.id);
      if (!found) return;
      const now = world.clock.now();
      if (outcome === 'settling') return awaitSettlement(records, found, now);
      const from = leasedOnSiteClock(found.kind) ? siteTime(site, world.clock) * 1000 : now;
      await records.intents.save({ ...found, leased_until_ms: from + LOOKUP_INTERVAL_MS });
    });
  };

  return {
    isCompleted: (kind) => kinds[kind].complete !== undefined,
    reverse,
    end,
    async endAbandoned({ site, at: now }) {
      const abandoned = await storage.of(site.id).intents.expired(world.clock.now(), now * 1000);
      let ended = 0;
      for (const intent of abandoned) {
        // An authorization expires when its lease ends, not when a request finds it.
        const expired = Math.max(Math.floor(intent.leased_until_ms / 1000), site.books_closed_until);
        const at = leasedOnSiteClock(intent.kind) ? expired : now;
        const isEnded = end({ site, at }, intent).then(
          () => true,
          () => false,
        );
        if (await isEnded) ended += 1;
      }
      return ended;
    },
  };
};

/**
 * Lets a reversal wait until the bank has settled or returned the debit, which takes days: other payments of the
 * account continue meanwhile, and what the order reserved is released.
 */
const awaitSettlement = async (records: Records, intent: Intent, now: Millis): Promise<void> => {
  if (intent.reserved) await releaseReservation(records, intent.reserved);
  const subject = `reversal:${intent.id}`;
  await records.intents.save({ ...intent, subject, reserved: null, leased_until_ms: now + SETTLEMENT_INTERVAL_MS });
};
