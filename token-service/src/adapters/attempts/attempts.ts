import type { AlertCardTesting } from '@service/billing/ports/alerts.ts';
import type { Attempt, AttemptScope, Attempts, ReachedLimit } from '@service/billing/ports/attempts.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { Fingerprint } from '../../runtime/fingerprint.ts';
import { subscriber } from '../../runtime/network-address.ts';
import { type AttemptStore, type Counted, type FullLimit, WINDOW_MS } from './attempt-store.ts';

export interface AttemptDeps {
  readonly store: AttemptStore;
  /** Names are hashed, because account codes and addresses are personal. */
  readonly fingerprint: Fingerprint;
  readonly ids: Ids;
  /** Called when a declined attempt fills a limit, which is the mark of card testing. */
  readonly alert: AlertCardTesting;
}

interface Scoped extends Counted {
  readonly scope: AttemptScope;
}

/** Wrong security codes of a card that lock it, and for how long each counts. */
const SECURITY_CODES = { limit: 5, windowMs: 24 * WINDOW_MS } as const;

const SETTING = {
  account: 'attempts_per_hour',
  card: 'attempts_per_card',
  address: 'attempts_per_address',
  security_code: 'attempts_per_card',
} as const satisfies Record<AttemptScope, keyof Site>;

export const openAttempts = ({ store, fingerprint, ids, alert }: AttemptDeps): Attempts => {
  /**
   * The scopes that an attempt is counted by: those with a limit at this site. The braces keep the names of a site on
   * one node of a Redis cluster.
   */
  const readScopes = ({ site, account_code, card, comparesCode, ...of }: Attempt): Scoped[] => {
    const counted = (scope: AttemptScope, value: string, lock?: typeof SECURITY_CODES): Scoped[] => {
      const limit = site[SETTING[scope]];
      if (limit === null) return [];
      return [{ scope, limit, ...lock, name: `{${site.id}}:${scope}:${fingerprint(site.id, scope, value)}` }];
    };
    const customer = customerAddress(of);
    return [
      ...(comparesCode ? counted('security_code', card, SECURITY_CODES) : []),
      ...counted('account', account_code),
      ...counted('card', card),
      ...(customer === undefined ? [] : counted('address', customer)),
    ];
  };
  // Hashed once, though an attempt is looked up before it is reserved.
  const known = new WeakMap<Attempt, readonly Scoped[]>();
  const scopesOf = (attempt: Attempt): readonly Scoped[] => {
    const scopes = known.get(attempt) ?? readScopes(attempt);
    known.set(attempt, scopes);
    return scopes;
  };
  const scopeOf = (scopes: readonly Scoped[], name: string): AttemptScope =>
    scopes.find((one) => one.name === name)?.scope ?? 'account';

  const limitOf = (scopes: readonly Scoped[], { name, waitMs }: FullLimit): ReachedLimit => ({
    scope: scopeOf(scopes, name),
    retry_after: Math.max(1, Math.ceil(waitMs / 1000)),
  });

  let settled = Promise.withResolvers<void>();

  return {
    async reached(attempt) {
      const scopes = scopesOf(attempt);
      const full = scopes.length > 0 ? await store.reached(scopes) : undefined;
      return full && limitOf(scopes, full);
    },

    async reserve(attempt) {
      const scopes = scopesOf(attempt);
      if (scopes.length === 0) return { outcome: 'reserved', settle: async () => {} };
      const id = ids.uuid();
      const { promise: freed } = settled;
      const verdict = await store.reserve(id, scopes);
      if (verdict.is === 'reached') return { outcome: 'reached', ...limitOf(scopes, verdict) };
      if (verdict.is === 'busy') return { outcome: 'busy', scope: scopeOf(scopes, verdict.name), freed };
      return {
        outcome: 'reserved',
        async settle(declined) {
          const { site, correlation } = attempt;
          const filled = await store.settle(id, scopes, declined);
          settled.resolve();
          settled = Promise.withResolvers();
          for (const { scope, limit, name } of scopes) {
            const alerts = scope !== 'security_code' && filled.includes(name);
            if (alerts) await alert(site, { setting: SETTING[scope], limit, correlation });
          }
        },
      };
    },
  };
};

/** The address to count by. One that is the merchant's own server says nothing about the customer. */
const customerAddress = ({
  address,
  client_address,
}: Pick<Attempt, 'address' | 'client_address'>): string | undefined => {
  const customer = subscriber(address?.trim() ?? '');
  return customer === '' || customer === subscriber(client_address ?? '') ? undefined : customer;
};
