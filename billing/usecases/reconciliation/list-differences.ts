import type { Differences } from '../../domain/reconciliation/difference.ts';
import { type ComparisonDeps, compareWithGateways } from '../../engine/reconciliation/compare.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Seconds } from '../../values/time.ts';

/**
 * Returns the payments and refunds since a moment of the site's clock that only a gateway has, and those that only the
 * books have. Throws `gateway_silent`.
 */
export const listDifferences =
  (deps: ComparisonDeps) =>
  (caller: Caller, since: Seconds): Promise<Differences> =>
    compareWithGateways(deps, caller, since);
