import type { IntentKind } from '@service/billing/domain/payments/intent.ts';
import type { IntentKinds, IntentRules } from '@service/billing/engine/intents/registry.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { Counter, type Registry } from 'prom-client';
import type { IdempotencyKeys } from '../../http/idempotency.ts';
import { countingStorage } from './counting-storage.ts';

/** The leases that another process takes over: of payment intents, of due work, and of idempotency keys. */
type Lease = 'payment_intent' | 'due_work' | 'idempotency_key';

type Complete = NonNullable<IntentRules['complete']>;

/** The decorators that count leases of processes that died, and reversals of payments. */
export interface CountedLeases {
  readonly storage: (storage: Storage) => Storage;
  readonly keys: (keys: IdempotencyKeys) => IdempotencyKeys;
  readonly intentKinds: (kinds: IntentKinds) => IntentKinds;
}

/**
 * Registers what becomes of work whose process died: leases that another one took over, and payments that are reversed
 * because their outcome could not be recorded.
 */
export const countedLeases = (registry: Registry, siteLabel: (siteId: string) => Promise<string>): CountedLeases => {
  const taken = new Counter({
    name: 'billing_leases_taken_over_total',
    help: 'Leases that had ended and were taken over: payment_intent, due_work, or idempotency_key.',
    labelNames: ['lease'],
    registers: [registry],
  });
  const reversals = new Counter({
    name: 'billing_reversals_total',
    help: 'Payments that are reversed because their outcome could not be recorded: begun, and ended.',
    labelNames: ['site', 'kind', 'result'],
    registers: [registry],
  });
  const takenOver = (lease: Lease, count = 1): void => taken.inc({ lease }, count);

  return {
    storage: (storage) =>
      countingStorage(storage, siteLabel, (records, counts) => {
        const { due, intents } = records;
        /** Intents of this transaction that are to be reversed: only these are closed by a reversal. */
        const reversing = new Map<string, IntentKind>();
        const count = (kind: IntentKind, result: 'begun' | 'ended'): void =>
          void counts.push((site) => reversals.inc({ site, kind, result }));
        return {
          ...records,
          intents: {
            ...intents,
            async find(id) {
              const found = await intents.find(id);
              if (found?.reversing) reversing.set(id, found.kind);
              return found;
            },
            async save(intent) {
              await intents.save(intent);
              const { id, kind } = intent;
              if (!intent.reversing || reversing.has(id)) return;
              reversing.set(id, kind);
              count(kind, 'begun');
            },
            async close(intent) {
              const isClosed = await intents.close(intent);
              const kind = reversing.get(intent.id);
              if (isClosed && kind) count(kind, 'ended');
              return isClosed;
            },
          },
          due: {
            ...due,
            async claim(subjects, until) {
              const dead = new Set(await due.expiredClaims());
              const claimed = await due.claim(subjects, until);
              const count = claimed.filter((subject) => dead.has(subject)).length;
              if (count > 0) counts.push(() => takenOver('due_work', count));
              return claimed;
            },
          },
        };
      }),
    keys: (keys) => ({
      ...keys,
      async begin(...request) {
        const found = await keys.begin(...request);
        if (typeof found === 'object' && 'takenAt' in found && found.isTakenOver) takenOver('idempotency_key');
        return found;
      },
    }),
    intentKinds: (kinds) => {
      const counted = (kind: Exclude<IntentKind, 'authorization'>) => ({
        ...kinds[kind],
        // Called for intents whose lease has ended only.
        async complete(...ending: Parameters<Complete>): ReturnType<Complete> {
          takenOver('payment_intent');
          return (await kinds[kind].complete?.(...ending)) ?? 'reverse';
        },
      });
      return {
        // Its lease is the time within which it can be captured.
        authorization: kinds.authorization,
        order: counted('order'),
        capture: counted('capture'),
        collection: counted('collection'),
        refund: counted('refund'),
        verification: counted('verification'),
      };
    },
  };
};
