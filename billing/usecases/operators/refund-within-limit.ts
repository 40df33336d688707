import type { Operator } from '../../domain/operators/operator.ts';
import type { Role } from '../../domain/operators/permissions.ts';
import { refundLimit, rolesRefundingMore } from '../../domain/operators/refund-limit.ts';
import type { OperatorRecords } from '../../ports/operators.ts';
import type { World } from '../../ports/world.ts';
import { type Site, siteTime } from '../../resources/site.ts';
import { Failure, isUnavailable } from '../../values/failure.ts';
import { amountText } from '../../values/money/money-text.ts';
import { dayIn } from '../../values/periods/day-in.ts';

export interface LimitedRefund {
  readonly site: Site;
  readonly operator: Pick<Operator, 'id'>;
  /** The roles of the operator at the site. */
  readonly roles: readonly Role[];
  readonly amount_in_cents: number;
  readonly currency: string;
}

/**
 * Runs a refund of an operator, whose roles may have a limit for a day of the site's time zone, in each currency. A
 * refund that fails does not count; one whose outcome is unknown does. Throws `refund_limit_reached`, which names the
 * limit, the rest of it and who may refund more, before anything is refunded.
 */
export const refundWithinLimit =
  ({
    operators,
    world,
  }: {
    readonly operators: Pick<OperatorRecords, 'spend' | 'unspend'>;
    readonly world: Pick<World, 'clock'>;
  }) =>
  async <T>(
    { site, operator, roles, amount_in_cents, currency }: LimitedRefund,
    refund: () => Promise<T>,
  ): Promise<T> => {
    const limit = refundLimit(site, roles);
    if (limit === null) return refund();
    const day = dayIn(site.time_zone, siteTime(site, world.clock));
    const spent = { site_id: site.id, operator_id: operator.id, day, currency, amount_in_cents };
    const { added, spent_in_cents } = await operators.spend(spent, limit);
    if (!added) {
      throw new Failure('refund_limit_reached', {
        limit: amountText(limit, currency),
        left: amountText(Math.max(0, limit - spent_in_cents), currency),
        roles: rolesRefundingMore(site, roles).join(' '),
      });
    }
    try {
      return await refund();
    } catch (error) {
      if (!isUnavailable(error)) await operators.unspend(spent);
      throw error;
    }
  };
