import type { Intent, IntentKind, Reservation } from '../../domain/payments/intent.ts';
import type { Attempts } from '../../ports/attempts.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Records, Storage, TransactionHow } from '../../ports/storage.ts';
import type { Vault } from '../../ports/vault.ts';
import type { World } from '../../ports/world.ts';
import { Failure } from '../../values/failure.ts';
import type { Place } from '../../values/queues.ts';
import { type PayloadOf, payloadOf } from './intent-payload.ts';
import { reverseAbandoned } from './end-abandoned.ts';

export interface PaymentDeps {
  readonly storage: Storage;
  readonly vault: Vault;
  readonly gateways: Gateways;
  readonly attempts: Attempts;
  readonly world: World;
}

/** Dependencies of money movements that call no gateway. */
export type IntentDeps = Pick<PaymentDeps, 'storage' | 'gateways' | 'world'>;

/** How long a gateway call belongs to the process that made it; afterwards any process may reverse the intent. */
export const LEASE_MS = 60_000;
/** How long an operation waits while none in the queue starts. */
const PATIENCE_MS = 2_000;
export const STEP_MS = 20;

export interface Opening<K extends IntentKind> {
  readonly kind: K;
  /**
   * Intents are opened one at a time for each subject: an account's id, or `code:` and its code while it does not
   * exist.
   */
  readonly subject: string;
  readonly gateway_code: string;
  /**
   * Runs in the transaction that records the intent: checks again what may have changed, and reserves limited items. If
   * it throws, both are rolled back.
   */
  readonly prepare: (records: Records) => Promise<Reservation | null>;
  /** What `prepare` does in the transaction: whether it assigns an invoice number, and whose records it touches. */
  readonly how?: TransactionHow | undefined;
  /** The data with which the intent is completed or reversed; a function runs after `prepare`. */
  readonly payload: PayloadOf<K> | ((records: Records) => Promise<PayloadOf<K>>);
}

/**
 * Records an intent before a gateway is called. Allows one money movement at a time for each account: waits a bounded
 * time for earlier ones. Throws `simultaneous_request` when that takes too long, and what `prepare` throws.
 */
export const openIntent =
  (deps: IntentDeps) =>
  async <K extends IntentKind>(
    { site, at, correlation }: Caller,
    { kind, subject, gateway_code, prepare, how, payload }: Opening<K>,
  ): Promise<Intent> => {
    const { ids, clock } = deps.world;
    return inTurn(deps, { site, at }, subject, async () => {
      const intent: Intent = {
        id: ids.uuid(),
        kind,
        subject,
        gateway_key: ids.uuid(),
        gateway_code,
        correlation,
        leased_until: clock.now() + LEASE_MS,
        reversing: false,
        reserved: null,
        payload: typeof payload === 'function' ? { kind, version: 0 } : payloadOf(kind, payload),
      };
      return deps.storage.transaction(
        site.id,
        async (records) => {
          if (!(await records.intents.open(intent))) return undefined;
          const reserved = await prepare(records);
          if (typeof payload !== 'function' && !reserved) return intent;
          const prepared =
            typeof payload === 'function'
              ? { ...intent, reserved, payload: payloadOf(kind, await payload(records)) }
              : { ...intent, reserved };
          await records.intents.save(prepared);
          return prepared;
        },
        how,
      );
    });
  };

/**
 * Runs a money movement that calls no gateway: it waits in the same queue as the others, and runs in one transaction.
 */
export const movingMoney =
  (deps: IntentDeps) =>
  async <T extends object>(
    { site, at }: Pick<Caller, 'site' | 'at'>,
    subject: string,
    work: (records: Records) => Promise<T>,
    /** The only account whose records are touched; undefined: also those of others. */
    account?: string,
  ): Promise<T> =>
    inTurn(deps, { site, at }, subject, () =>
      deps.storage.transaction(
        site.id,
        async (records) => {
          if (await records.intents.of(subject)) return undefined;
          return work(records);
        },
        { numbering: true, account },
      ),
    );

/**
 * Runs `work` after all earlier operations of a queue in this process, and holds the queue until it is done. Unlike an
 * intent, the queue lets each operation see the result of the previous one. Throws `simultaneous_request` when no
 * operation of the queue starts for too long.
 */
export const inQueue = async <T>(
  { world: { clock, pause, queues } }: { readonly world: World },
  name: string,
  work: (place: Place) => Promise<T>,
): Promise<T> => {
  const place = queues.join(name, clock.now());
  let served = false;
  try {
    while (!place.isFirst()) {
      refuseImpatient(clock.now(), place);
      await Promise.race([place.first, pause(STEP_MS)]);
    }
    const done = await work(place);
    served = true;
    return done;
  } finally {
    place.leave(clock.now(), served);
  }
};

/** Throws `simultaneous_request` when no operation of the queue has started for too long. */
export const refuseImpatient = (now: number, place: Place): void => {
  if (now >= place.waitsSince() + PATIENCE_MS) throw new Failure('simultaneous_request');
};

/** Operations of this process run in the order of arrival; between processes, the order is undefined. */
const inTurn = <T extends object>(
  deps: IntentDeps,
  caller: Pick<Caller, 'site' | 'at'>,
  subject: string,
  attempt: () => Promise<T | undefined>,
): Promise<T> =>
  inQueue(deps, `${caller.site.id} ${subject}`, async (place) => {
    const { clock, pause } = deps.world;
    for (;;) {
      const done = await attempt();
      if (done) return done;
      if ((await reverseAbandoned(deps)(caller)) > 0) continue;
      refuseImpatient(clock.now(), place);
      await pause(STEP_MS);
    }
  });
