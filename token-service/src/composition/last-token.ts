import type { Millis, SystemClock } from '@service/billing/values/time.ts';
import { DEMO_SUBDOMAIN } from '../../seed/demo.ts';
import type { TokenVault } from '../adapters/vault/vault.ts';

/** Milliseconds for which a token can be redeemed. */
const LIFETIME = 20 * 60_000;

/**
 * Remembers the last token of the demo site, for the examples of the documentation. Only for a process that no other
 * machine can reach: with the published key of the demo site, the token can be redeemed.
 */
export const lastToken = (clock: SystemClock) => {
  let last: { readonly id: string; readonly untilMs: Millis } | undefined;
  return {
    /** Returns the vault, whose tokens are remembered from now on. */
    remembered: (vault: TokenVault): TokenVault => ({
      ...vault,
      async keep(site, ...more) {
        const id = await vault.keep(site, ...more);
        if (site.subdomain === DEMO_SUBDOMAIN) last = { id, untilMs: clock.now() + LIFETIME };
        return id;
      },
    }),
    /** Undefined if there is none that can still be redeemed. */
    get: (): string | undefined => (last && clock.now() < last.untilMs ? last.id : undefined),
  };
};

export type LastToken = ReturnType<typeof lastToken>;
