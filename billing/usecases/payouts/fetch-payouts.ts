import { type FetchDeps, type FetchedPayouts, gatherPayouts } from '../../engine/reconciliation/gather-payouts.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Seconds } from '../../values/time.ts';

/** Asks a gateway for its payouts since a moment, and records those that are new. Throws where `gatherPayouts` does. */
export const fetchPayouts =
  (deps: FetchDeps) =>
  (caller: Caller, gateway_code: string, since: Seconds): Promise<FetchedPayouts> =>
    gatherPayouts(deps, caller, gateway_code, since);
