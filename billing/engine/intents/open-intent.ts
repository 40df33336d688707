import type { Intent, Reservation } from '../../domain/payments/intent.ts';
import type { Attempts } from '../../ports/attempts.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Records, Storage, TransactionHow } from '../../ports/storage.ts';
import type { Vault } from '../../ports/vault.ts';
import type { World } from '../../ports/world.ts';
import { refuseImpatient, STEP_MS } from './in-queue.ts';
import { inMoneyQueue } from './operation-queues.ts';
import type { PayloadFormat } from './payload.ts';
import type { Intents } from './registry.ts';

export interface PaymentDeps {
  readonly storage: Storage;
  readonly vault: Vault;
  readonly gateways: Gateways;
  readonly attempts: Attempts;
  readonly world: World;
  readonly intents: Intents;
}

/** Dependencies of money movements that call no gateway. */
export type IntentDeps = Pick<PaymentDeps, 'storage' | 'world' | 'intents'>;

/** The lease of a gateway call. After it, any process may complete or reverse the intent. */
export const INTENT_LEASE_MS = 60_000;

/** The result of `prepare`: what it has reserved, and what else the payload is made of. */
export interface Prepared {
  readonly reserved: Reservation | null;
}

export interface IntentToOpen<P extends object, T extends Prepared = Prepared> {
  readonly format: PayloadFormat<P>;
  /**
   * Intents are opened one at a time for each subject: an account's id, or `code:` and its code while it does not
   * exist.
   */
  readonly subject: string;
  readonly gateway_code: string;
  /**
   * The only step that may write. Runs in the transaction that records the intent: checks again what may have changed,
   * reserves limited items, and records what is paid for, if that is recorded before it is paid. If it throws, all of
   * it is rolled back.
   */
  readonly prepare: (records: Records) => Promise<T>;
  /**
   * The effects of `prepare` in the transaction: whether it assigns an invoice number, and whose records it touches.
   */
  readonly how?: TransactionHow | undefined;
  /** The data with which the intent is completed or reversed; a pure function makes it of the result of `prepare`. */
  readonly payload: P | ((prepared: T) => P);
}

/**
 * Records an intent before a gateway is called, in one transaction with what `prepare` writes; no other step
 * writes. Allows one money movement at a time for each account: waits a bounded time for earlier ones. Throws
 * `simultaneous_request` when that takes too long, and what `prepare` throws.
 */
export const openIntent = async <P extends object, T extends Prepared>(
  deps: IntentDeps,
  { site, at, correlation, idempotency_key }: Caller,
  { format, subject, gateway_code, prepare, how, payload }: IntentToOpen<P, T>,
): Promise<Intent> => {
  const { ids, clock } = deps.world;
  return whenFree(deps, { site, at }, subject, async () => {
    const intent: Intent = {
      id: ids.uuid(),
      kind: format.kind,
      subject,
      gateway_key: ids.uuid(),
      gateway_code,
      correlation,
      idempotency_key: idempotency_key ?? null,
      leased_until_ms: clock.now() + INTENT_LEASE_MS,
      reversing: false,
      reserved: null,
      payload: typeof payload === 'function' ? { kind: format.kind, version: 0 } : format.write(payload),
    };
    return deps.storage.transaction(
      site.id,
      async (records) => {
        if (!(await records.intents.open(intent))) return undefined;
        const prepared = await prepare(records);
        const { reserved } = prepared;
        if (typeof payload !== 'function' && !reserved) return intent;
        const opened = {
          ...intent,
          reserved,
          payload: typeof payload === 'function' ? format.write(payload(prepared)) : intent.payload,
        };
        await records.intents.save(opened);
        return opened;
      },
      how,
    );
  });
};

/**
 * Records a money movement that calls no gateway: it waits in the queue of the account, and runs in one transaction.
 */
export const recordInQueue = async <T extends object>(
  deps: IntentDeps,
  { site, at, correlation }: Pick<Caller, 'site' | 'at' | 'correlation'>,
  subject: string,
  work: (records: Records) => Promise<T>,
  /** The only account whose records are touched; undefined if others are touched too. */
  account?: string,
): Promise<T> =>
  whenFree(deps, { site, at }, subject, () =>
    deps.storage.transaction(
      site.id,
      async (records) => {
        if (await records.intents.of(subject)) return undefined;
        return work(records);
      },
      { numbering: true, account, correlation },
    ),
  );

/** Operations of this process run in the order of arrival; between processes, the order is undefined. */
const whenFree = <T extends object>(
  deps: IntentDeps,
  caller: Pick<Caller, 'site' | 'at'>,
  subject: string,
  attempt: () => Promise<T | undefined>,
): Promise<T> =>
  inMoneyQueue(deps, caller, subject, async (place) => {
    const { clock, pause } = deps.world;
    for (;;) {
      const done = await attempt();
      if (done) return done;
      if ((await deps.intents.endAbandoned(caller)) > 0) continue;
      refuseImpatient(clock.now(), place);
      await pause(STEP_MS);
    }
  });
