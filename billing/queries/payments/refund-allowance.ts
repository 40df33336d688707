import type { Operator } from '../../domain/operators/operator.ts';
import type { Role } from '../../domain/operators/permissions.ts';
import { refundLimit, rolesRefundingMore } from '../../domain/operators/refund-limit.ts';
import type { Caller } from '../../ports/caller.ts';
import type { OperatorRecords } from '../../ports/operators.ts';
import { dayIn } from '../../values/periods/day-in.ts';

/** The amount that an operator whose roles have a daily limit may still refund today. */
export interface RefundAllowance {
  readonly limit_in_cents: number;
  readonly left_in_cents: number;
  readonly currency: string;
  /** Roles that may refund more. */
  readonly more: readonly Role[];
}

/** Returns what an operator may still refund today in a currency; null if the roles have no limit. */
export const findRefundAllowance =
  ({ operators }: { readonly operators: Pick<OperatorRecords, 'spent'> }) =>
  async (
    { site, at }: Pick<Caller, 'site' | 'at'>,
    { operator, roles }: { readonly operator: Pick<Operator, 'id'>; readonly roles: readonly Role[] },
    currency: string,
  ): Promise<RefundAllowance | null> => {
    const limit = refundLimit(site, roles);
    if (limit === null) return null;
    const day = dayIn(site.time_zone, at);
    const spent = await operators.spent({ site_id: site.id, operator_id: operator.id, day, currency });
    const left = Math.max(0, limit - spent);
    return { limit_in_cents: limit, left_in_cents: left, currency, more: rolesRefundingMore(site, roles) };
  };
