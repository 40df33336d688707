import type { SignInLimits } from '@service/billing/ports/operator-proofs.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { Fingerprint } from '../../runtime/fingerprint.ts';
import { networkOf } from '../../runtime/network-address.ts';
import type { AttemptStore, Counted } from './attempt-store.ts';

export interface SignInLimitDeps {
  readonly store: AttemptStore;
  /** Names are hashed, because email addresses and network addresses are personal. */
  readonly fingerprint: Fingerprint;
  readonly ids: Pick<Ids, 'uuid'>;
}

/** Failed attempts in an hour, for an operator and for a network of 256 IPv4 addresses or an IPv6 site. */
export const MOST_FAILED_SIGN_INS = { operator: 10, network: 50 } as const;

/**
 * Limits failed attempts of operators to sign in. Attempts under way count too, so that no more are made at once. The
 * braces keep the names on one node of a Redis cluster.
 */
export const signInLimits = ({ store, fingerprint, ids }: SignInLimitDeps): SignInLimits => ({
  async reserve({ email, address }) {
    const counted = (scope: keyof typeof MOST_FAILED_SIGN_INS, value: string): Counted => ({
      name: `{operators}:${scope}:${fingerprint('operators', scope, value)}`,
      limit: MOST_FAILED_SIGN_INS[scope],
    });
    const scopes = [
      ...(email === undefined ? [] : [counted('operator', email)]),
      counted('network', networkOf(address)),
    ];
    const id = ids.uuid();
    const verdict = await store.reserve(id, scopes);
    if (verdict.is === 'reached') {
      return { outcome: 'locked', retry_after: Math.max(1, Math.ceil(verdict.waitMs / 1000)) };
    }
    if (verdict.is === 'busy') return { outcome: 'locked', retry_after: 1 };
    return {
      outcome: 'reserved',
      async settle(failed) {
        await store.settle(id, scopes, failed);
      },
    };
  },
});
