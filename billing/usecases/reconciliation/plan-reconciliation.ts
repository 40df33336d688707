import type { GatewayOnly } from '../../domain/reconciliation/difference.ts';
import { type ComparisonDeps, findGatewayOnly } from '../../engine/reconciliation/compare.ts';
import {
  type Adoption,
  type AdoptionChoice,
  notReconcilable,
  planAdoption,
} from '../../engine/reconciliation/plan-adoption.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Seconds } from '../../values/time.ts';

/** An operation that only a gateway has, by the gateway's reference, and what is to be done about it. */
export interface ReconciliationRequest {
  /** The moment of the site's clock since which gateways are asked. */
  readonly since: Seconds;
  readonly reference: string;
  readonly does: 'adopt' | 'refund';
  /** The choices for an adoption. */
  readonly choice?: AdoptionChoice;
}

/** The effect of an adoption or a refund. `agreed`: the books and the gateway agree on the operation already. */
export type ReconciliationPlan =
  | { readonly outcome: 'agreed' }
  | { readonly outcome: 'adopt'; readonly found: GatewayOnly; readonly adoption: Adoption }
  | { readonly outcome: 'refund'; readonly found: GatewayOnly };

/**
 * Returns what adopting or refunding an operation would do, and changes nothing. Throws `not_found` for an operation
 * that no gateway lists, `not_reconcilable`, `gateway_silent`.
 */
export const planReconciliation =
  (deps: ComparisonDeps) =>
  async (
    caller: Caller,
    { since, reference, does, choice = {} }: ReconciliationRequest,
  ): Promise<ReconciliationPlan> => {
    const found = await findGatewayOnly(deps, caller, since, reference);
    if (!found) return { outcome: 'agreed' };
    if (does === 'refund') return { outcome: 'refund', found: refundable(found) };
    const adoption = await planAdoption(deps.storage.of(caller.site.id), found, choice);
    return { outcome: 'adopt', found, adoption };
  };

const refundable = (found: GatewayOnly): GatewayOnly => {
  if (found.operation.kind === 'refund') throw notReconcilable(found, 'refund');
  if (found.state !== 'open' && found.state !== 'authorized') throw notReconcilable(found, found.state);
  return found;
};
